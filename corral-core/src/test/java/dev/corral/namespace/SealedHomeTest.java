package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is left where the evidence was, and those who find it there. */
class SealedHomeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SteppedTimer time = new SteppedTimer();
  private final Map<String, MemoryStore> servers = Map.of("a", server(), "b", server());

  private MemoryStore server() {
    return MemoryStore.create(options -> options.ticker(time).wholeSeconds(true));
  }

  @Test
  void itIsSealedAlsoByThoseWhoFindANewEpochBegun() {
    OneServer list = new OneServer("a");
    Namespaces old = namespaces(list);
    Generation before = old.namespace("n", 1).generation();
    list.name = "b";
    time.advance(SECOND);
    namespaces(new OneServer("b")).evidence(); // by one who does not know that there was another
    old.namespace("n", 1).invalidate();
    Namespaces young = namespaces(new OneServer("a"));
    assertThat(young.namespace("n", 1).generation()).isNotEqualTo(before);
  }

  private Namespaces namespaces(Store store) {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    Site site = Site.on(store).ticker(time).timer(time).clock(() -> start.plusNanos(time.nanos()));
    return Namespaces.on(site, options -> options);
  }

  /** A process's list of servers, which has one. */
  private final class OneServer implements Store {
    private String name;

    OneServer(String name) {
      this.name = name;
    }

    MemoryStore server(String where) {
      return Objects.requireNonNull(servers.get(where));
    }

    @Override
    public Placement placement() {
      return new At(this, name);
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return placement().execute(operation);
    }

    @Override
    public void close() {}
  }

  private record At(OneServer list, String name) implements Placement {
    @Override
    public long fingerprint() {
      return name.hashCode();
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !((At) before).name.equals(name);
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return list.server(name).execute(operation);
    }
  }
}
