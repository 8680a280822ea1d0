package dev.corral.testkit;

import dev.corral.store.MemoryStore;
import dev.corral.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

class MemoryStoreContractTest {
  private final MovableTicker ticker = new MovableTicker();

  @Nested
  class InPreciseTime extends StoreContract {
    @Override
    protected Store open() {
      return MemoryStore.create(options -> options.ticker(ticker));
    }

    @Override
    protected void pass(Duration time) {
      ticker.advance(time);
    }
  }

  @Nested
  class InWholeSeconds extends StoreContract {
    @Override
    protected Store open() {
      return MemoryStore.create(options -> options.ticker(ticker).wholeSeconds(true));
    }

    @Override
    protected void pass(Duration time) {
      ticker.advance(time);
    }
  }

  @Nested
  class Shared extends StoreContract {
    @Override
    protected Store open() {
      return MemoryStore.shared("contract", options -> options.ticker(ticker));
    }

    @Override
    protected void pass(Duration time) {
      ticker.advance(time);
    }
  }
}
