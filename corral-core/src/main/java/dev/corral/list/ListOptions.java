package dev.corral.list;

import dev.corral.check.Argument;
import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link IdList} behaves. Immutable: each change yields new options. Values out of range are
 * found when a list is made with them, all at once. All processes that share a list share its
 * layout and width.
 */
public final class ListOptions implements Cloneable {
  private static final Duration LONGEST_TTL = Duration.ofDays(365);
  private static final Duration SHORTEST_LOAD = Duration.ofMillis(1);
  private static final Duration LONGEST_LOAD = Duration.ofDays(1);

  /** What a memcached server takes by default, less what it needs for a key and itself. */
  private static final int USUAL_BYTES = (1 << 20) - 1024;

  private static final int LEAST_BYTES = 256;

  private @Nullable Duration ttl;
  private boolean endless;
  private double jitter;
  private int width = Long.BYTES;
  private Layout layout = Layout.LOG;
  private int maxBytes = USUAL_BYTES;
  private Duration loadTime = Duration.ofSeconds(10);

  ListOptions() {}

  /**
   * How long a list is kept, from when it was loaded. Adds and removes don't prolong it. It bounds
   * how long a list can be wrong that was not changed when its origin was.
   *
   * @param duration more than zero, at most 365 days; it, or {@link #noExpiry}, must be given
   * @return the options so changed
   */
  public ListOptions ttl(Duration duration) {
    return with(o -> {
      o.ttl = Argument.required("ttl", duration);
      o.endless = false;
    });
  }

  /**
   * Keeps lists until they are evicted or invalidated.
   *
   * @return the options so changed
   */
  public ListOptions noExpiry() {
    return with(o -> {
      o.ttl = null;
      o.endless = true;
    });
  }

  /**
   * Adds a random share to the ttl, so that lists loaded together don't expire together.
   *
   * @param share the most that is added, as a part of the ttl; 0 by default, at most 1
   * @return the options so changed
   */
  public ListOptions jitter(double share) {
    return with(o -> o.jitter = share);
  }

  /**
   * How many bytes an id takes, which decides how large it may be.
   *
   * @param bytes 8 by default, for ids up to 2^63 - 1; or 4, for ids up to 2^31 - 1
   * @return the options so changed
   */
  public ListOptions width(int bytes) {
    return with(o -> o.width = bytes);
  }

  /**
   * How a list is kept.
   *
   * @param kind {@link Layout#LOG} by default
   * @return the options so changed
   */
  public ListOptions layout(Layout kind) {
    return with(o -> o.layout = Argument.required("layout", kind));
  }

  /**
   * How large a value is stored. A list that is larger when it is loaded is not cached; a segmented
   * one is cut into pieces of this size. Adds may take an item beyond it, up to what the server
   * takes. The server copies the item at each add: smaller segments make adds cheaper.
   *
   * @param bytes 1 MiB less 1 KiB by default, for servers with the usual item size; at least 256
   * @return the options so changed
   */
  public ListOptions maxBytes(int bytes) {
    return with(o -> o.maxBytes = bytes);
  }

  /**
   * How long a load may take. For so long others wait for it. A load that takes longer is returned
   * and not stored.
   *
   * @param duration 10 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public ListOptions loadTime(Duration duration) {
    return with(o -> o.loadTime = Argument.required("loadTime", duration));
  }

  private ListOptions with(Consumer<ListOptions> change) {
    try {
      ListOptions copy = (ListOptions) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns these options if they make sense, and names all that does not. */
  ListOptions validated(String name) {
    List<String> problems = new ArrayList<>();
    if (ttl == null && !endless) {
      problems.add("one of ttl and noExpiry must be given");
    }
    if (ttl != null && (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST_TTL) > 0)) {
      problems.add(
          "ttl must be more than zero and at most 365 days, but is " + Plain.duration(ttl));
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      problems.add("jitter must be from 0 to 1, but is " + jitter);
    }
    if (width != Integer.BYTES && width != Long.BYTES) {
      problems.add("width must be 4 or 8 bytes, but is " + width);
    }
    if (maxBytes < LEAST_BYTES) {
      problems.add("maxBytes must be at least " + LEAST_BYTES + ", but is " + maxBytes);
    }
    if (loadTime.compareTo(SHORTEST_LOAD) < 0 || loadTime.compareTo(LONGEST_LOAD) > 0) {
      problems.add("loadTime must be 1 ms to 1 day, but is " + Plain.duration(loadTime));
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("list " + name + ": " + String.join("; ", problems));
    }
    return this;
  }

  /** How long a list is kept, as chance has it. */
  Ttl drawTtl(RandomGenerator random) {
    return ttl == null ? Ttl.NEVER : prolonged(ttl, jitter == 0 ? 0 : jitter * random.nextDouble());
  }

  /** How long a segment is kept: longer than any head that names it. */
  Ttl segmentTtl() {
    return ttl == null ? Ttl.NEVER : prolonged(ttl.plus(loadTime).plusSeconds(2), jitter);
  }

  private static Ttl prolonged(Duration life, double share) {
    return Ttl.of(life.plusNanos((long) (life.toNanos() * share)));
  }

  int width() {
    return width;
  }

  Layout layout() {
    return layout;
  }

  int maxBytes() {
    return maxBytes;
  }

  Duration loadTime() {
    return loadTime;
  }
}
