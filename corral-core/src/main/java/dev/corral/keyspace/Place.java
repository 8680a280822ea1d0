package dev.corral.keyspace;

import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.lock.Lock;
import dev.corral.lock.LockOptions;
import dev.corral.site.Site;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the stores hold for one keyspace: its values, the last known key, and the lock. */
final class Place<V> {
  private static final Logger log = LoggerFactory.getLogger(Place.class);

  private final Site site;
  private final Keyspace keyspace;
  private final Codec<V> codec;

  Place(Site site, Keyspace keyspace, Codec<V> codec) {
    this.site = site;
    this.keyspace = keyspace;
    this.codec = codec;
  }

  /**
   * What was read.
   *
   * @param timestamp the last modified time
   * @param value the value of that time, or null if there is none in the store
   */
  record Reading<V>(long timestamp, @Nullable Lookup<V> value) {}

  /** Reads the last modified time, and the value of it in the same flight if that is as it was. */
  Reading<V> read() {
    LastModified lastModified = keyspace.lastModified();
    long guess = lastModified.lastSeen();
    CompletableFuture<Long> number = lastModified.number();
    CompletableFuture<GetOutcome> guessed = guess == 0 ? null : site.store().get(valueKey(guess));
    long timestamp = Answers.join(number);
    return new Reading<>(
        timestamp,
        guessed != null && guess == timestamp
            ? open(timestamp, Answers.join(guessed))
            : valueOf(timestamp));
  }

  /** The last known value, or null if there is none. */
  @Nullable
  Lookup<V> lastKnown() {
    long timestamp = Answers.join(lastKnownKey().read());
    return timestamp == 0 ? null : valueOf(timestamp);
  }

  private @Nullable Lookup<V> valueOf(long timestamp) {
    return open(timestamp, Answers.join(site.store().get(valueKey(timestamp))));
  }

  private @Nullable Lookup<V> open(long timestamp, GetOutcome outcome) {
    if (!(outcome instanceof Item item)) {
      return null;
    }
    try {
      return Envelope.open(item.value()).value(codec);
    } catch (CorruptValueException e) {
      // Since a value is never written over, this one would be in the way of the next.
      log.warn("{} is removed: {}", valueKey(timestamp), e.getMessage());
      Answers.join(site.store().delete(valueKey(timestamp)));
      return null;
    }
  }

  /** A value as it is stored. */
  byte[] seal(@Nullable V value) {
    return (value == null ? Envelope.absent() : Envelope.of(codec.encode(value))).seal();
  }

  /** Stores the value of a time unless there is one, and has it be the last known one. */
  void add(long timestamp, byte[] sealed, Ttl ttl) {
    Answers.join(site.store().add(valueKey(timestamp), sealed, ttl));
    Answers.join(lastKnownKey().raise(found -> timestamp, least -> timestamp, ttl));
  }

  Lock lock(Duration ttl) {
    return Lock.on(site.keyStore(), lockKey(), LockOptions.on(site).ttl(ttl));
  }

  /** Frees the lock, whoever has it, and forgets which value was the last known one. */
  void forget() {
    Answers.join(site.keyStore().delete(lockKey()));
    Answers.join(lastKnownKey().remove());
  }

  private RisingNumber lastKnownKey() {
    return new RisingNumber(site.keyStore(), keyspace.prefix().key("lkk"));
  }

  Key lockKey() {
    return keyspace.prefix().key("lock");
  }

  private Key valueKey(long timestamp) {
    return keyspace.prefix().key(String.valueOf(timestamp));
  }
}
