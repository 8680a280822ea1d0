package dev.corral.cache;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.hash.ShortDigest;
import dev.corral.key.KeyPrefix;
import dev.corral.load.BatchComputation;
import dev.corral.load.LoadException;
import dev.corral.load.Loaded;
import dev.corral.load.Loader;
import dev.corral.queue.Job;
import dev.corral.queue.RefreshQueue;
import dev.corral.site.Site;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The jobs of a cache: loads that are done by others, and what comes of them. */
/* design
 *
 * A load is a job with an id of its own. It must not be joined with one that began before its claim was
 * won, since an invalidation may have come between. Who hands it in keeps the claim, gives the signs of
 * life, and stores what comes back: for the store, and for all other processes, it is a load like any.
 *
 * A refresh that is handed in for others to do has its key's id, so that equal ones collapse. Who does
 * it expires the value, and loads as a caller would. If the key is changed while it runs, it does
 * not store: the change is not lost, though this refresh is.
 *
 * Who does jobs waits for no load of others: that may be a job which waits for the same hands. Whoever
 * has won the claim since the value was expired loads what is new enough; and the limit of loads is
 * that of how many are served at once.
 */
final class Jobs<K, V> {
  private static final byte LOAD = 'L';
  private static final byte REFRESH = 'R';
  private static final byte ABSENT = 'A';
  private static final byte VALUE = 'V';
  private static final byte[] DONE = {};

  private final String function;
  private final Codec<V> values;
  private final String process;
  private final AtomicLong count = new AtomicLong();

  Jobs(Site site, String cache, Codec<V> values) {
    this.function = function(site.prefix().with(cache));
    this.values = values;
    this.process = Long.toHexString(site.random().nextLong());
  }

  /** The keys' own beginning, if it is no longer than a function's name and as visible. */
  private static String function(KeyPrefix prefix) {
    String name = prefix.toString();
    boolean fits = name.length() <= Job.LONGEST_FUNCTION;
    if (fits && name.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return name;
    }
    byte[] bytes = name.getBytes(ISO_8859_1);
    return ShortDigest.of(bytes, bytes.length);
  }

  /** Has a value loaded. */
  CompletableFuture<byte[]> load(Handover<K> to, K key) {
    return Answers.begin(() -> {
      String id = process + "." + count.incrementAndGet();
      return to.queue().call(Job.of(function, id, tagged(LOAD, to.keys().encode(key))));
    });
  }

  /** What a load has brought, as if it came from a loader; the caller's own if it was not taken. */
  BatchComputation<K, V> source(
      byte @Nullable [] result, @Nullable Throwable fault, BatchComputation<K, V> own) {
    if (result != null) {
      return keys -> Map.of(keys.keySet().iterator().next(), read(result));
    }
    if (fault instanceof UnavailableException) {
      return own;
    }
    return keys -> {
      throw fault instanceof Exception e ? e : new LoadException("a worker failed", fault);
    };
  }

  private Loaded<V> read(byte[] result) {
    return switch (tag(result)) {
      case VALUE -> Loaded.of(values.decode(untagged(result)));
      case ABSENT -> Loaded.absent();
      default ->
        throw new CorruptValueException("what came back from " + function + " is no value");
    };
  }

  /** Has a value refreshed; completes when the queue has taken it over. */
  CompletableFuture<@Nullable Void> refresh(View<K, V> view, K key) {
    byte[] name = view.wire(key).bytes();
    return Answers.begin(() -> {
      Handover<K> to = view.handover();
      String id = ShortDigest.of(name, name.length);
      return to.queue().submit(Job.of(function, id, tagged(REFRESH, to.keys().encode(key))));
    });
  }

  /** How a cache loads for others. */
  static <K, V> CacheOptions<K, V> forOthers(CacheOptions<K, V> options) {
    return options
        .loadHere()
        .refresh(Refresh.INLINE)
        .maxLoads(Integer.MAX_VALUE)
        .wait(Duration.ZERO)
        .fallback(Fallback.by(keys -> Map.of()));
  }

  /** Does the jobs of this cache, as whoever has the same. */
  RefreshQueue.Service serve(
      Handover<K> to, int atOnce, Cache<K, V> cache, Loader<? super K, ? extends V> loader) {
    return to.queue().serve(function, atOnce, job -> {
      byte[] payload = job.payload();
      K key = to.keys().decode(untagged(payload));
      switch (tag(payload)) {
        case LOAD -> {
          V value = loader.load(key);
          return value == null ? new byte[] {ABSENT} : tagged(VALUE, values.encode(value));
        }
        case REFRESH -> {
          cache.expire(key);
          cache.get(key, loader);
          return DONE;
        }
        default -> throw new CorruptValueException(job + " is no job of a cache");
      }
    });
  }

  private static byte tag(byte[] bytes) {
    return bytes.length == 0 ? 0 : bytes[0];
  }

  private static byte[] tagged(byte tag, byte[] bytes) {
    byte[] all = new byte[1 + bytes.length];
    all[0] = tag;
    System.arraycopy(bytes, 0, all, 1, bytes.length);
    return all;
  }

  private static byte[] untagged(byte[] bytes) {
    return Arrays.copyOfRange(bytes, Math.min(1, bytes.length), bytes.length);
  }
}
