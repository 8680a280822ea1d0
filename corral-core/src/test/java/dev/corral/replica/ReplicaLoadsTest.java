package dev.corral.replica;

import static dev.corral.replica.ReplicaRig.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Lookup;
import dev.corral.load.LoadException;
import dev.corral.load.Loader;
import dev.corral.replica.ReplicaRig.Member;
import dev.corral.store.Get;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are loaded when they are missing. */
class ReplicaLoadsTest {
  private final ReplicaRig rig = new ReplicaRig(4);
  private final Member one = rig.process();
  private final Member other = rig.process();
  private int loads;

  private final Loader<String, String> loader = key -> key + ++loads;

  @Test
  void aMissingValueIsLoadedOnceForAllProcesses() {
    assertThat(one.replicas.get(KEY, loader)).isEqualTo("hot1");
    assertThat(other.replicas.get(KEY, loader)).isEqualTo("hot1");
    assertThat(other.replicas.async().get(KEY, loader)).isCompletedWithValue("hot1");
    assertThat(one.version(0))
        .isEqualTo(one.version(1))
        .isEqualTo(one.version(2))
        .isNotNull();
  }

  @Test
  void anInvalidatedValueIsLoadedAnew() {
    one.replicas.put(KEY, "value");
    one.replicas.invalidate(KEY);
    assertThat(other.replicas.async().get(KEY, loader)).isCompletedWithValue("hot1");
    assertThat(one.replicas.get(KEY)).isEqualTo(Lookup.found("hot1"));
  }

  @Test
  void whileOneLoadsTheOthersWait() {
    CompletableFuture<?>[] waiting = new CompletableFuture<?>[1];
    String value = one.replicas.get(KEY, key -> {
      waiting[0] = other.replicas.async().get(KEY, loader);
      assertThat(waiting[0]).isNotDone();
      return "one's";
    });
    assertThat(value).isEqualTo("one's");
    rig.time.advance(Duration.ofMillis(100));
    assertThat(waiting[0].join()).isEqualTo("one's");
    assertThat(loads).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsPutOrInvalidatedDuringALoadIsNotOverwritten(boolean put) {
    String value = one.replicas.get(KEY, key -> {
      if (put) {
        other.replicas.put(KEY, "put");
      } else {
        other.replicas.invalidate(KEY);
      }
      return "loaded";
    });
    assertThat(value).isEqualTo("loaded");
    assertThat(other.replicas.get(KEY).orElse("none")).isEqualTo(put ? "put" : "none");
    assertThat(other.replicas.get(KEY, loader)).isEqualTo(put ? "put" : "hot1");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void withOneServerDownWhatIsLoadedIsStored(int holder) {
    rig.down.add(one.home(holder));
    assertThat(one.replicas.get(KEY, loader)).isEqualTo("hot1");
    assertThat(other.replicas.get(KEY, loader)).isEqualTo("hot1");
  }

  @Test
  void withAllServersDownEachProcessLoadsForItself() {
    rig.down.addAll(List.of(0, 1, 2, 3));
    assertThat(one.replicas.get(KEY, loader)).isEqualTo("hot1");
    assertThat(one.replicas.get(KEY, loader)).isEqualTo("hot2");
  }

  @Test
  void thatThereIsNoneIsNotRemembered() {
    assertThat(one.replicas.get(KEY, key -> null)).isNull();
    assertThat(other.replicas.get(KEY, loader)).isEqualTo("hot1");
  }

  @Test
  void whatALoaderThrowsReachesTheCallerAndTheNextOneLoads() {
    assertThatThrownBy(() -> one.replicas.get(KEY, key -> {
          throw new IOException("down");
        }))
        .isInstanceOf(LoadException.class)
        .hasCauseInstanceOf(IOException.class);
    assertThat(other.replicas.get(KEY, loader)).isEqualTo("hot1");
  }

  @Test
  void bytesThatCanNotBeReadAreLoadedAnew() {
    one.replicas.put(KEY, "value");
    Version version = Version.after(one.version(0), 0, new Random(1));
    byte[] spoiled = Form.of(version, Lookup.found(new byte[] {(byte) 0xff}));
    one.write(0, Form.of(version, Lookup.absent()));
    one.write(1, spoiled);
    one.write(2, spoiled);
    assertThat(one.replicas.get(KEY)).isEqualTo(Lookup.absent());
    assertThat(one.replicas.get(KEY, loader)).isEqualTo("hot1");
    assertThat(other.replicas.get(KEY)).isEqualTo(Lookup.found("hot1"));
  }

  @Test
  void whatIsThereByTheTimeOfTheLoadIsNotLoaded() {
    one.before(
        operation -> operation instanceof Get get && get.lease() != null,
        () -> other.replicas.put(KEY, "put"));
    assertThat(one.replicas.get(KEY, loader)).isEqualTo("put");
    assertThat(loads).isZero();
    assertThat(other.replicas.get(KEY, loader)).isEqualTo("put");
  }
}
