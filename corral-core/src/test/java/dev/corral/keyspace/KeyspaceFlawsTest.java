package dev.corral.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.keyspace.KeyspaceRig.Member;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each flaw of what keyspaces come from, beside Corral without it. */
class KeyspaceFlawsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LOCK = Duration.ofSeconds(30);

  private final KeyspaceRig rig = new KeyspaceRig();
  private final Member corral = rig.process();
  private final AtomicLong nanos = new AtomicLong();
  private final MemoryStore store = MemoryStore.create(options -> options.ticker(nanos::get));
  private final AtomicCacheSource source = source(LOCK);

  /** The database. */
  private String stored = "old";

  private AtomicCacheSource source(Duration lockTime) {
    return new AtomicCacheSource(store, () -> KeyspaceRig.START.plusNanos(nanos.get()), lockTime);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    rig.pass(time);
  }

  /** Something changes while the database is being read. */
  private Supplier<@Nullable String> readingWhile(Runnable change) {
    return () -> {
      String read = stored;
      change.run();
      return read;
    };
  }

  private @Nullable String fetch(Supplier<@Nullable String> generator) {
    return corral.cache().fetch(corral.ids(), generator::get);
  }

  @Test
  void theSourceExpiresTheSiblingsOfACollectionThatItRegenerates() {
    AtomicInteger theirs = new AtomicInteger();
    AtomicInteger ours = new AtomicInteger();
    Keyspace inactive = corral.foos().child("inactiveids");
    source.expire();
    for (int round = 0; round < 10; round++) {
      pass(SECOND);
      source.fetch("active", () -> "" + theirs.incrementAndGet());
      corral.cache().fetch(corral.ids(), () -> "" + ours.incrementAndGet());
      pass(SECOND);
      source.fetch("inactive", () -> "" + theirs.incrementAndGet());
      corral.cache().fetch(inactive, () -> "" + ours.incrementAndGet());
    }
    assertThat(theirs).as("generations, though nothing has changed").hasValue(20);
    assertThat(ours).hasValue(2);
  }

  @Test
  void theSourceErasesAnExpiryDuringAGeneration() {
    source.expire();
    pass(SECOND);
    source.fetch("active", readingWhile(() -> {
      pass(SECOND);
      stored = "new";
      source.expire();
    }));
    pass(SECOND);
    assertThat(source.fetch("active", () -> stored)).as("theirs").isEqualTo("old");

    stored = "old";
    fetch(readingWhile(() -> {
      pass(SECOND);
      stored = "new";
      corral.expire();
    }));
    pass(SECOND);
    assertThat(fetch(() -> stored)).isEqualTo("new");
  }

  @Test
  void theSourceLosesTheSecondExpiryInASecond() {
    source.expire();
    source.fetch("active", () -> stored);
    corral.expire();
    fetch(() -> stored);
    pass(Duration.ofMillis(400));
    stored = "new";
    source.expire();
    corral.expire();
    assertThat(source.fetch("active", () -> stored)).as("theirs").isEqualTo("old");
    assertThat(fetch(() -> stored)).isEqualTo("new");
  }

  /** The first takes too long; the second is at it when the first ends; a third asks. */
  @Test
  void theSourceUnlocksAnothersLockWhenItIsTooLate() {
    List<String> theirs = new ArrayList<>();
    source.expire();
    source.fetch("active", () -> {
      theirs.add("first");
      pass(LOCK);
      assertThat(
              store.add(Key.raw("foo:active:lock"), new byte[0], Ttl.of(LOCK)).join())
          .isTrue();
      return "first";
    });
    pass(SECOND);
    source.expire();
    source.fetch("active", () -> {
      theirs.add("third");
      return "third";
    });
    assertThat(theirs)
        .as("the third generates beside the second")
        .containsExactly("first", "third");

    List<String> ours = new ArrayList<>();
    fetch(() -> {
      ours.add("first");
      pass(LOCK);
      rig.lock();
      return "first";
    });
    pass(SECOND);
    corral.expire();
    Member other = rig.process();
    other.cache().fetch(other.ids(), () -> {
      ours.add("third");
      return "third";
    });
    assertThat(ours).containsExactly("first");
  }

  @Test
  void theSourceHoldsALockOfLessThanASecondForEver() {
    AtomicCacheSource brief = source(Duration.ofMillis(500));
    brief.expire();
    assertThatThrownBy(() -> brief.fetch("active", KeyspaceFlawsTest::die))
        .isInstanceOf(OutOfMemoryError.class);
    pass(Duration.ofDays(1));
    assertThat(brief.fetch("active", () -> stored)).as("theirs").isNull();

    Site site = rig.site();
    assertThatThrownBy(() -> AtomicCache.on(
            site, Codec.strings(), options -> options.generateTtl(Duration.ofMillis(500))))
        .isInstanceOf(ConfigurationException.class);
    rig.lock(); // by a process that died
    pass(LOCK);
    assertThat(fetch(() -> stored)).isEqualTo("old");
  }

  private static String die() {
    throw new OutOfMemoryError("with the lock");
  }

  @Test
  void theSourceAsksAgainWithoutEndWhereThereIsNone() {
    AtomicInteger theirs = new AtomicInteger();
    source.expire();
    assertThatThrownBy(() -> source.fetch("active", () -> {
          if (theirs.incrementAndGet() == 1_000) {
            throw new IllegalStateException("the database has had enough");
          }
          return null;
        }))
        .isInstanceOf(IllegalStateException.class);

    AtomicInteger ours = new AtomicInteger();
    AtomicCache<String> cache = corral.cache().with(options -> options.cacheAbsent(false));
    assertThat(cache.fetch(corral.ids(), () -> {
          ours.incrementAndGet();
          return null;
        }))
        .isNull();
    assertThat(ours).hasValue(1);
  }
}
