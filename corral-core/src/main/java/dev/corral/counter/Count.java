package dev.corral.counter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.lease.Content;
import dev.corral.load.LoadException;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.Put;
import org.jspecify.annotations.Nullable;

/**
 * What is in a counter's item: digits, and a random number in the flags for each time it is
 * counted.
 */
final class Count<K> implements Content<Long> {
  private final Site site;
  private final CounterOptions options;
  private final Key wire;
  private final K key;
  private final CountLoader<? super K> loader;

  Count(Site site, CounterOptions options, Key wire, K key, CountLoader<? super K> loader) {
    this.site = site;
    this.options = options;
    this.wire = wire;
    this.key = key;
    this.loader = loader;
  }

  /** The number that an item holds, which a server pads with spaces; null if it holds none. */
  static @Nullable Long in(Item item) {
    String digits = new String(item.value(), US_ASCII).stripTrailing();
    boolean plain = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (item.flags() == 0 || !plain) {
      return null;
    }
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      return null; // more than a long
    }
  }

  @Override
  public @Nullable Long read(Item item) {
    return in(item);
  }

  @Override
  public Long load() throws Exception {
    long count = loader.count(key);
    if (count < 0) {
      throw new LoadException("counting " + wire + " yielded " + count);
    }
    return count;
  }

  @Override
  public Put put(Long count, byte[] before, byte[] behind) {
    int drawn = site.random().nextInt();
    return Put.set(wire, Long.toString(count).getBytes(US_ASCII), options.drawTtl(site.random()))
        .withFlags(drawn == 0 ? 1 : drawn); // 0 is for placeholders
  }
}
