package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
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

  @Test
  void whoFindsItSealedGivesTheOtherTimeToWriteWhatWasThere() {
    OneServer list = new OneServer("a");
    Namespaces first = namespaces(list);
    OneServer others = new OneServer("a");
    Namespaces second = namespaces(others);
    Generation before = first.namespace("n", 1).generation();
    second.evidence();

    list.name = "b";
    list.isHeldUp = true; // between the seal and the write
    CompletableFuture<Evidence> moved = first.async().evidence();
    others.name = "b";
    CompletableFuture<Evidence> found = second.async().evidence();
    assertThat(moved).isNotDone();
    assertThat(found).isNotDone();
    list.heldUp.complete(true);
    time.advance(SECOND);
    assertThat(Answers.join(found)).isEqualTo(Answers.join(moved));
    assertThat(Answers.join(found).roll()).isPresent();
    assertThat(second.namespace("n", 1).generation())
        .isIn(before, Answers.join(found).epoch());
  }

  @Test
  void whoFindsItSealedDoesNotWaitForTheDead() {
    OneServer list = new OneServer("a");
    Namespaces first = namespaces(list);
    OneServer others = new OneServer("a");
    Namespaces second = namespaces(others);
    first.evidence();
    list.name = "b";
    list.isHeldUp = true;
    CompletableFuture<Evidence> unused = first.async().evidence();
    others.name = "b";
    CompletableFuture<Evidence> found = second.async().evidence();
    time.advance(SECOND);
    assertThat(found).isCompletedWithValueMatching(evidence -> evidence.roll().isEmpty());
  }

  private Namespaces namespaces(Store store) {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    Site site = Site.on(store).ticker(time).timer(time).clock(() -> start.plusNanos(time.nanos()));
    return Namespaces.on(site, options -> options);
  }

  /** A process's list of servers, which has one, and which may hold up what it adds. */
  private final class OneServer implements Store {
    private String name;
    private boolean isHeldUp;
    private final CompletableFuture<Boolean> heldUp = new CompletableFuture<>();

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
    public Object home(Key key) {
      return name;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      MemoryStore server = list.server(name);
      return list.isHeldUp && operation instanceof Put put && put.cas() == null
          ? Answers.then(list.heldUp, done -> server.execute(operation))
          : server.execute(operation);
    }
  }
}
