package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.corral.hash.Hash64;
import dev.corral.namespace.NamespaceRig.Member;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What was wrong with the namespaces that these come from, each beside what is done here. */
class NamespaceFlawsTest {
  private static final int BITS = 640;

  private final NamespaceRig rig = new NamespaceRig();
  private final Member one = rig.process();
  private final Member other = rig.process();
  private final Namespace user = one.user(1);
  private final Namespace product = one.user(2);

  /** The source's algorithm, on a store that is a map. */
  private static final class Source {
    final Map<String, Object> store;
    BitSet evidence = new BitSet();
    long master;

    Source(Map<String, Object> store) {
      this.store = store;
    }

    /** Reads the evidence once, when the process starts. */
    void start(long defaultCounter) {
      master = (long) store.computeIfAbsent("default", key -> defaultCounter);
      evidence = (BitSet) ((BitSet) store.getOrDefault("evidence", new BitSet())).clone();
    }

    /** Its own copy, with the bits set, replaces what is there. */
    void invalidate(String namespace) {
      store.merge(namespace, master + 1, (before, unused) -> (long) before + 1);
      bits(namespace).forEach(evidence::set);
      store.put("evidence", evidence.clone());
    }

    long counter(String namespace) {
      boolean touched = bits(namespace).stream().allMatch(evidence::get);
      return touched ? (long) store.getOrDefault(namespace, master) : master;
    }

    /** Two bits, of which the second follows from the first. */
    static List<Integer> bits(String namespace) {
      int first = Math.floorMod(Hash64.of(namespace), BITS);
      return List.of(first, (first * 7 + 3) % BITS);
    }

    static long millisOfDay(Instant now) {
      return LocalTime.ofInstant(now, ZoneOffset.UTC).toNanoOfDay() / 1_000_000;
    }

    /** How long ago something was, as an unsigned number of seconds. */
    static long age(Instant now, Instant then) {
      return Integer.toUnsignedLong((int) ChronoUnit.SECONDS.between(then, now));
    }

    static int slice(int hash, int slices) {
      return Math.abs(hash) % slices;
    }
  }

  private static Source process(Map<String, Object> store) {
    Source process = new Source(store);
    process.start(1000);
    return process;
  }

  @Test
  void evidenceWrittenWithoutCasLosesInvalidations() {
    Map<String, Object> store = new HashMap<>();
    Source first = process(store);
    Source second = process(store);
    first.invalidate("user:1");
    second.invalidate("user:2");
    Source reader = process(store);
    assertThat(reader.counter("user:2")).isNotEqualTo(1000);
    assertThat(reader.counter("user:1")).isEqualTo(1000); // as if it had never happened

    long before = one.generation(user);
    one.readEvidence();
    other.readEvidence();
    one.wire.before("cas evidence", () -> other.invalidate(product));
    one.invalidate(user);
    assertThat(rig.process().generation(user)).isNotEqualTo(before);
    assertThat(rig.process().generation(product)).isNotEqualTo(before);
  }

  @Test
  void aCopyThatIsNeverReadAgainDoesNotShowOthersInvalidations() {
    Map<String, Object> store = new HashMap<>();
    Source reader = process(store);
    process(store).invalidate("user:1");
    assertThat(reader.counter("user:1")).isEqualTo(1000);

    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(5)));
    long strictly = one.generation(user);
    long before = relaxed.view(false, user).generation(0);
    other.invalidate(user);
    assertThat(one.generation(user)).isNotEqualTo(strictly);
    rig.pass(Duration.ofSeconds(6));
    assertThat(relaxed.view(false, user).generation(0)).isNotEqualTo(before);
  }

  @Test
  void countersThatStartAtTheMillisecondsOfTheDayComeBackEveryDay() {
    Instant today = NamespaceRig.START;
    assertThat(Source.millisOfDay(today.plus(Duration.ofDays(1))))
        .isEqualTo(Source.millisOfDay(today));

    long generation = one.generations.next();
    rig.pass(Duration.ofDays(1));
    assertThat(rig.process().generations.next()).isGreaterThan(generation);
  }

  @Test
  void anUnsignedAgeWrapsForWhoeversClockIsBehind() {
    Instant start = NamespaceRig.START;
    assertThat(Source.age(start.minusSeconds(1), start)).isGreaterThan(4_000_000_000L);

    Roll unused = one.flush.begin(Duration.ofMinutes(3)).join();
    other.skew = Duration.ofSeconds(-1);
    Epoch epoch = other.readEvidence();
    assertThat(epoch.isRolling(other.now())).isTrue();
    assertThat(epoch.hasMoved(late(), other.now())).isFalse();
  }

  /** A namespace that moves in the second half of a flush. */
  private Namespace late() {
    return IntStream.range(0, 100)
        .mapToObj(one::user)
        .filter(namespace -> namespace.fraction() > 0.5)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aCounterThatIsEvictedBringsDeadValuesBackWhereItRevertsToTheDefault() {
    Map<String, Object> store = new HashMap<>();
    Source source = process(store);
    long loadedUnder = source.counter("user:1");
    source.invalidate("user:1");
    store.remove("user:1");
    assertThat(source.counter("user:1")).isEqualTo(loadedUnder);

    long before = one.generation(user);
    one.invalidate(user);
    long invalidated = one.generation(user);
    rig.evict("a", user.key());
    assertThat(one.generation(user)).isNotIn(before, invalidated);
  }

  @Test
  void correlatedBitsNeedMoreLookUpsThanTheoryWhereOursNeedAsMany() {
    int touched = 100;
    int asked = 20_000;
    BitSet theirs = new BitSet(BITS);
    List<Long> hashes = new ArrayList<>();
    for (int i = 0; i < touched; i++) {
      Source.bits("touched:" + i).forEach(theirs::set);
      hashes.add(Hash64.of("touched:" + i));
    }
    Filter ours = Filter.empty(BITS / Byte.SIZE).with(hashes);
    double theirRate = IntStream.range(0, asked)
            .mapToObj(i -> Source.bits("user:" + (7000 + i)))
            .filter(bits -> bits.stream().allMatch(theirs::get))
            .count()
        / (double) asked;
    double ourRate = IntStream.range(0, asked)
            .filter(i -> ours.mayContain(Hash64.of("user:" + (7000 + i))))
            .count()
        / (double) asked;
    double theory = Math.pow(1 - Math.pow(1 - 1.0 / BITS, 2 * touched), 2);
    assertThat(theory).isBetween(0.07, 0.08);
    assertThat(ourRate).isCloseTo(theory, within(0.015));
    assertThat(theirRate).isGreaterThan(1.3 * theory);
  }

  @Test
  void theAbsoluteValueOfTheLeastNumberIsNegative() {
    assertThat(Source.slice(Integer.MIN_VALUE, 100)).isNegative();

    Filter filter = Filter.empty(80);
    for (long hash : new long[] {Long.MIN_VALUE, Integer.MIN_VALUE, 1L << 31, -1}) {
      assertThat(filter.with(List.of(hash)).mayContain(hash)).isTrue();
    }
    assertThat(IntStream.range(0, 1000).mapToDouble(id -> one.user(id).fraction()))
        .allMatch(fraction -> fraction >= 0 && fraction < 1);
  }

  @Test
  void theOldEvidenceIsDroppedByWhoeverWritesNextAfterTheFlush() {
    Roll roll = one.flush.begin(Duration.ofMinutes(3)).join();
    one.invalidate(user);
    assertThat(Objects.requireNonNull(rig.evidence("a")).old()).isNotNull();
    rig.pass(roll.period());
    other.invalidate(product);
    assertThat(Objects.requireNonNull(rig.evidence("a")).old()).isNull();
  }
}
