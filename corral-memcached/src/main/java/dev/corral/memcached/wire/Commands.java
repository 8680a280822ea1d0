package dev.corral.memcached.wire;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Put;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes operations as meta commands. What comes in has been validated, each key by its own type;
 * nothing here can fail, and nothing a caller gave can end a line but where it should.
 */
public final class Commands {
  /** Bytes of a line. One of more may make the server leave its usual read buffer, of 16 KiB. */
  public static final int USUAL_LINE = 8 << 10;

  private static final byte[] GET = ascii("mg ");
  private static final byte[] MANY = ascii("get");
  private static final byte[] DETAILS = ascii(" c f t");
  private static final byte[] PUT = ascii("ms ");
  private static final byte[] DELETE = ascii("md ");
  private static final byte[] COUNT = ascii("ma ");
  private static final byte[] LOGIN = ascii("set corral-login 0 -1 ");

  private static final byte[] NO_MODE = {};
  private static final byte[] ADDING = ascii(" ME");
  private static final byte[] REPLACING = ascii(" MR");
  private static final byte[] APPENDING = ascii(" MA");
  private static final byte[] PREPENDING = ascii(" MP");
  private static final byte[] DECREMENTING = ascii(" MD");

  private Commands() {}

  /**
   * A command without a key.
   *
   * @param out where it goes
   * @param line all of it, without the end of line
   */
  public static void line(Output out, String line) {
    end(out.append(ascii(line)));
  }

  /**
   * Reads an item.
   *
   * @param out where it goes
   * @param get what is asked
   */
  public static void get(Output out, Get get) {
    key(out.append(GET), get.key());
    if (get.lease() != null) {
      // Before the t, which then tells the life of the placeholder.
      out.append('N', Seconds.limited(get.lease()));
    }
    if (get.refreshAhead() != null) {
      out.append('R', wholeSeconds(get.refreshAhead()));
    }
    if (get.touch() != null) {
      out.append('T', Seconds.of(get.touch()));
    }
    if (get.isDetailed()) {
      out.append(DETAILS);
    } else {
      out.append(' ', 'f');
    }
    if (get.isValued()) {
      out.append(' ', 'v');
    }
    endMeta(out);
  }

  /**
   * Reads nothing but a value.
   *
   * @param out where it goes
   * @param key whose
   */
  public static void value(Output out, Key key) {
    endMeta(key(out.append(GET), key).append(' ', 'v'));
  }

  /**
   * Reads the values and flags of many keys by one classic command, which for 25 keys and more
   * costs the server about half of as many meta commands. It takes no lease and leaves stale marks
   * alone.
   *
   * @param out where it goes
   * @param keys whose; none of them binary, which the command does not know
   */
  public static void values(Output out, List<Key> keys) {
    beginValues(out);
    for (int i = 0; i < keys.size(); i++) {
      addValue(out, keys.get(i));
    }
    endValues(out);
  }

  /**
   * Begins the same command, for keys that come one by one.
   *
   * @param out where it goes
   */
  public static void beginValues(Output out) {
    out.append(MANY);
  }

  /**
   * Adds a key to it.
   *
   * @param out where it goes
   * @param key whose; not binary
   */
  public static void addValue(Output out, Key key) {
    out.appendLetter(' ').append(key.bytes());
  }

  /**
   * Ends it.
   *
   * @param out where it goes
   */
  public static void endValues(Output out) {
    end(out);
  }

  /**
   * Writes an item.
   *
   * @param out where it goes
   * @param put what is asked
   */
  public static void put(Output out, Put put) {
    out.append(PUT).append(put.key().bytes()).appendLetter(' ').append(put.value().length);
    binary(out, put.key());
    out.append(mode(put.mode()));
    if (put.isReturningCas()) {
      out.append(' ', 'c');
    }
    if (put.flags() != 0) {
      out.append('F', Integer.toUnsignedLong(put.flags()));
    }
    if (put.ttl().isLimited()) {
      out.append('T', Seconds.of(put.ttl()));
    }
    cas(out, put.cas());
    end(endMeta(out).append(put.value()));
  }

  /**
   * Removes an item or marks it stale.
   *
   * @param out where it goes
   * @param delete what is asked
   */
  public static void delete(Output out, Delete delete) {
    key(out.append(DELETE), delete.key());
    if (delete.isMarkingStale()) {
      out.append(' ', 'I');
    }
    if (delete.ttl() != null) {
      out.append('T', Seconds.limited(delete.ttl()));
    }
    cas(out, delete.cas());
    endMeta(out);
  }

  /**
   * Changes a counter.
   *
   * @param out where it goes
   * @param count what is asked
   */
  public static void count(Output out, Arithmetic count) {
    key(out.append(COUNT), count.key()).append(' ', 'v');
    if (count.isSubtracting()) {
      out.append(DECREMENTING);
    }
    out.append('D', count.delta());
    if (count.ttl() != null) {
      out.append('N', Seconds.of(count.ttl())).append('J', count.initial());
    }
    cas(out, count.cas());
    endMeta(out);
  }

  /**
   * Tells user and password. A server that wants none takes it for an item, which therefore expires
   * at once.
   *
   * @param out where it goes
   * @param token user and password
   */
  public static void login(Output out, byte[] token) {
    end(out.append(LOGIN).append(token.length));
    end(out.append(token));
  }

  private static Output key(Output out, Key key) {
    return binary(out.append(key.bytes()), key);
  }

  private static Output binary(Output out, Key key) {
    return key.isBinary() ? out.append(' ', 'b') : out;
  }

  private static void cas(Output out, @Nullable Cas cas) {
    if (cas != null) {
      out.append('C', cas.number());
    }
  }

  private static Output endMeta(Output out) {
    if (out.opaque() != 0) {
      out.append(' ', 'O').appendLetter(out.opaque());
    }
    return end(out);
  }

  private static Output end(Output out) {
    return out.append('\r', '\n');
  }

  private static byte[] mode(Put.Mode mode) {
    return switch (mode) {
      case SET -> NO_MODE;
      case ADD -> ADDING;
      case REPLACE -> REPLACING;
      case APPEND -> APPENDING;
      case PREPEND -> PREPENDING;
    };
  }

  private static long wholeSeconds(Duration duration) {
    return duration.getSeconds() + (duration.getNano() == 0 ? 0 : 1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
