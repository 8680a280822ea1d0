package dev.corral.replica;

import static dev.corral.replica.ReplicaRig.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.replica.ReplicaRig.Member;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.FourOperations;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicasTest {
  private final ReplicaRig rig = new ReplicaRig(4);
  private final Member one = rig.process();
  private final Member other = rig.process();

  private static String found(Member member) {
    return member.replicas.get(KEY).orElse("none");
  }

  private static boolean isPut(Operation<?> operation) {
    return operation instanceof Put;
  }

  @Test
  void whatOneProcessPutsAnotherReadsFromTwoServers() {
    assertThat(found(one)).isEqualTo("none");
    one.replicas.put(KEY, "value");
    other.sent.clear();
    assertThat(found(other)).isEqualTo("value");
    assertThat(other.sent).hasSize(2).allMatch(Get.class::isInstance);
    assertThat(other.replicas.stats()).isEqualTo(new ReplicaStats(1, 0, 0, 0));
  }

  @Test
  void eachHolderIsOnAServerOfItsOwn() {
    Set<Integer> homes = new HashSet<>(Set.of(one.home(0), one.home(1), one.home(2)));
    assertThat(homes).hasSize(3);
    IntStream.range(0, 3)
        .forEach(index -> assertThat(other.holder(index)).isEqualTo(one.holder(index)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void fewServersHaveFewCopies(int servers) {
    ReplicaRig few = new ReplicaRig(servers);
    Member member = few.process(3);
    assertThat(member.wheels.of(KEY).copies()).isEqualTo(servers);
    member.replicas.put(KEY, "value");
    assertThat(found(member)).isEqualTo("value");
    member.replicas.invalidate(KEY);
    assertThat(found(member)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void withOneServerDownReadsAndPutsGoOn(int holder) {
    one.replicas.put(KEY, "old");
    rig.down.add(one.home(holder));
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("old");
    }
    one.replicas.put(KEY, "new");
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("new");
    }
    rig.down.clear(); // with what it had
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("new");
    }
    assertThat(other.replicas.stats().repairs()).isEqualTo(1);
    assertThat(other.version(holder)).isEqualTo(other.version((holder + 1) % 3)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatAServerForgetsIsPutBackForTheRestOfItsLife(int holder) {
    one.replicas.put(KEY, "value");
    rig.time.advance(Duration.ofSeconds(20));
    rig.empty(one.home(holder));
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("value");
    }
    Item item = Objects.requireNonNull(other.item(holder));
    assertThat(item.remaining())
        .as("less than that of the others, or they would keep each other alive")
        .isBetween(Duration.ofSeconds(36), Duration.ofSeconds(39));
    assertThat(other.replicas.stats().repairs()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatIsAboutToEndIsNotPutBack(int holder) {
    one.replicas.put(KEY, "value");
    rig.time.advance(Duration.ofMillis(58_500));
    rig.empty(one.home(holder));
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("value");
    }
    assertThat(other.replicas.stats().repairs()).isZero();
    rig.time.advance(Duration.ofSeconds(3));
    assertThat(found(other)).isEqualTo("none");
  }

  @Test
  void whatTwoServersForgetIsGone() {
    one.replicas.put(KEY, "value");
    rig.empty(one.home(0));
    rig.empty(one.home(2));
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("none");
    }
  }

  @Test
  void withTwoServersDownAPutFailsAndNobodyIsServedWhatIsInDoubt() {
    one.replicas.put(KEY, "old");
    rig.down.add(one.home(0));
    rig.down.add(one.home(1));
    assertThatThrownBy(() -> one.replicas.put(KEY, "new"))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("too few servers");
    assertThat(found(other)).isEqualTo("none");
    rig.down.add(one.home(2));
    assertThatThrownBy(() -> found(other)).isInstanceOf(UnavailableException.class);
    rig.down.clear();
    assertThat(found(other)).isEqualTo("old");
  }

  @Test
  void anInvalidationIsSeenByAllThoughACopyHasMissedIt() {
    one.replicas.put(KEY, "value");
    rig.down.add(one.home(1));
    one.replicas.invalidate(KEY);
    rig.down.clear();
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("none");
    }
  }

  /** The one that was overtaken has happened before the other. */
  @Test
  void ofTwoPutsAtTheSameTimeOneIsTheLastForAll() {
    one.before(ReplicasTest::isPut, () -> other.replicas.put(KEY, "other"));
    one.replicas.put(KEY, "one");
    assertThat(one.version(0)).isEqualTo(one.version(1)).isEqualTo(one.version(2));
    assertThat(found(one)).isEqualTo(found(other)).isNotEqualTo("none");
  }

  @Test
  void aPutThatIsOvertakenOnOneServerOnlyIsInForce() {
    one.replicas.put(KEY, "old");
    Key copy = one.holder(2);
    one.before(
        operation -> isPut(operation) && operation.key().equals(copy),
        () -> rig.at(one.home(2)).execute(Delete.of(copy)).join());
    one.replicas.put(KEY, "new");
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("new");
    }
    assertThat(other.version(2)).isEqualTo(other.version(0));
  }

  @Test
  void aRepairThatIsOvertakenChangesNothing() {
    one.replicas.put(KEY, "old");
    rig.empty(one.home(0));
    other.before(ReplicasTest::isPut, () -> one.replicas.put(KEY, "new"));
    assertThat(found(other)).isEqualTo("old"); // which was in force when it asked
    assertThat(found(other)).isEqualTo("new");
    assertThat(other.replicas.stats().repairs()).isZero();
  }

  @Test
  void aRepairMakesSureThatItsVersionIsStillInForce() {
    one.replicas.put(KEY, "old");
    rig.empty(one.home(0));
    boolean[] first = {true};
    other.before(operation -> operation instanceof Get get && !get.isValued() && first[0], () -> {
      first[0] = false;
      one.replicas.put(KEY, "new");
      rig.empty(one.home(0));
    });
    assertThat(found(other)).isEqualTo("old");
    assertThat(other.version(0)).isNull();
    assertThat(found(other)).isEqualTo("new");
  }

  @Test
  void whatAPutHasLeftHalfDoneIsNeitherServedNorRepaired() {
    one.replicas.put(KEY, "value");
    Version half = Version.after(one.version(0), 0, new Random(1));
    one.write(0, Form.of(half, Lookup.absent()));
    for (int i = 0; i < 10; i++) {
      assertThat(found(other)).isEqualTo("value");
    }
    assertThat(other.version(0)).isEqualTo(half);
    other.replicas.put(KEY, "next");
    assertThat(other.version(0)).isEqualTo(other.version(1)).isGreaterThan(half);
  }

  @Test
  void whenServersLeaveAndComeBackNothingOldComesBackWithThem() {
    one.replicas.put(KEY, "old");
    one.use(0, 1);
    other.use(0, 1);
    assertThat(found(other)).isEqualTo("none");
    other.replicas.put(KEY, "new");
    assertThat(found(one)).isEqualTo("new");
    rig.time.advance(Duration.ofSeconds(1));
    one.use(0, 1, 2, 3);
    other.use(0, 1, 2, 3);
    assertThat(found(one)).isEqualTo("none");
    assertThat(found(other)).isEqualTo("none");
    one.replicas.put(KEY, "newest");
    assertThat(found(other)).isEqualTo("newest");
  }

  @Test
  void aPutThatSeesTheServersChangeGoesToTheNewOnes() {
    one.before(operation -> operation instanceof Get, () -> one.use(0, 1, 2));
    one.replicas.put(KEY, "value");
    other.use(0, 1, 2);
    assertThat(found(one)).isEqualTo("value");
  }

  @Test
  void bytesThatAreNoValueCountAsNothing() {
    one.replicas.put(KEY, "value");
    one.write(1, new byte[] {1, 2, 3});
    one.write(2, new byte[17]);
    assertThat(found(one)).isEqualTo("none");
    one.replicas.put(KEY, "value");
    assertThat(found(one)).isEqualTo("value");
  }

  @Test
  void aServerWithoutCasIsRefused() {
    rig.withoutCas = true;
    assertThatThrownBy(() -> one.replicas.put(KEY, "value"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("-C");
  }

  @Test
  void aBasicStoreIsRefused() {
    Site site = Site.on(new FourOperations(MemoryStore.create()));
    assertThatThrownBy(
            () -> Replicas.on(site, "r", Keys.strings(), Codec.strings(), options -> options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("CAS");
  }

  @Test
  void optionsThatMakeNoSenseAreAllNamed() {
    Site site = Site.on(MemoryStore.create());
    assertThatThrownBy(() -> Replicas.on(
            site,
            "r",
            Keys.strings(),
            Codec.strings(),
            o -> o.copies(1).ttl(Duration.ZERO).loadTime(Duration.ofDays(2))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the replicas' options: copies must be 2 to 8, but are 1; ttl must be more"
            + " than zero and at most 36500 days, but is PT0S; loadTime must be more than zero"
            + " and at most a day, but is PT48H");
  }

  @Test
  @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"}) // what callers give that know no null
  void badInputIsRefusedBeforeAnythingIsSent() {
    one.sent.clear();
    Replicas<String, String> replicas = one.replicas;
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.get(null));
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.get(null, key -> "v"));
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.get(KEY, null));
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.put(null, "v"));
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.put(KEY, null));
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.invalidate(null));
    assertThatIllegalArgumentException().isThrownBy(() -> replicas.async().get(KEY, null));
    assertThat(one.sent).isEmpty();
    Site site = Site.on(MemoryStore.create());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Replicas.on(site, "", Keys.strings(), Codec.strings(), o -> o))
        .withMessageContaining("name");
  }

  @Test
  void aValueThatIsTooLargeIsRefusedAndTheOldOneStays() {
    one.replicas.put(KEY, "value");
    String large = "x".repeat(2 << 20);
    assertThatThrownBy(() -> one.replicas.put(KEY, large)).isInstanceOf(RejectedException.class);
    assertThat(found(other)).isEqualTo("value");
  }
}
