package dev.corral.memcached.wire;

import dev.corral.store.Lease;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a server answered, of whatever kind. The decoder fills the same object for each reply, so it
 * says something only until its reader returns; the value alone is an array of its own.
 */
public final class Reply {
  /** What a reply's first word says. */
  public enum Kind {
    /** Done, without a value. */
    HD,
    /** A value follows. */
    VA,
    /** A miss. */
    EN,
    /** There was no item. */
    NF,
    /** The condition was not met. */
    NS,
    /** The item has changed. */
    EX,
    /** The answer to a no-op. */
    MN,
    /** A value of the classic {@code get}. */
    VALUE,
    /** The end of a list of values or statistics. */
    END,
    /** One of many statistics. */
    STAT,
    /** The server's version. */
    VERSION,
    /** The list of a managed cluster's servers. */
    CONFIG,
    /** Done, of the classic {@code set}. */
    STORED,
    /** Done, of an administrator's command. */
    OK,
    /** The server did not understand. */
    ERROR,
    /** The server found fault with the request. */
    CLIENT_ERROR,
    /** The server could not do it. */
    SERVER_ERROR
  }

  static final byte[] NO_VALUE = {};

  /** What servers say to who comes, and is of use to who reads it. */
  private static final List<String> KNOWN = List.of(
      "CLIENT_ERROR authentication failure",
      "CLIENT_ERROR unauthenticated",
      "ERROR Too many open connections");

  Kind kind = Kind.ERROR;
  /** What holds the line, from {@link #start} to {@link #end}. */
  byte[] line = NO_VALUE;

  int start;
  int end;
  /** Where the first word after the kind begins. */
  int text;
  /** Where the key of a VALUE ends. */
  int keyEnd;

  byte[] value = NO_VALUE;
  int flags;
  long cas;
  long ttl;
  char opaque;
  boolean won;
  boolean lost;
  boolean stale;

  Reply() {}

  void clear() {
    value = NO_VALUE;
    flags = 0;
    cas = 0;
    ttl = -1;
    opaque = 0;
    won = false;
    lost = false;
    stale = false;
  }

  /**
   * What it says.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The value.
   *
   * @return an array that nobody else has; empty where there is no value
   */
  public byte[] value() {
    return value;
  }

  /**
   * The client flags.
   *
   * @return 0 if the reply does not tell
   */
  public int flags() {
    return flags;
  }

  /**
   * The CAS.
   *
   * @return 0 if the reply does not tell, or the server keeps none
   */
  public long cas() {
    return cas;
  }

  /**
   * The remaining life in seconds.
   *
   * @return -1 for without end, or if the reply does not tell
   */
  public long ttl() {
    return ttl;
  }

  /**
   * What the request was marked with, if its reply repeats it.
   *
   * @return a letter; 0 if the reply has none
   */
  public char opaque() {
    return opaque;
  }

  /**
   * Whether a reply of this kind repeats the mark of a meta command that had one.
   *
   * @return false for those that can't, a miss and all errors
   */
  public boolean repeatsOpaque() {
    return switch (kind) {
      case HD, VA, NF, NS, EX -> true;
      default -> false;
    };
  }

  /**
   * What the reader learned of the lease.
   *
   * @return none unless the reply says otherwise
   */
  public Lease lease() {
    return won ? Lease.WON : lost ? Lease.LOST : Lease.NONE;
  }

  /**
   * Whether the item is marked stale.
   *
   * @return false unless the reply says so
   */
  public boolean isStale() {
    return stale;
  }

  /**
   * Whether this is the value of a key.
   *
   * @param key the bytes of a key
   * @return whether a {@link Kind#VALUE} has that key
   */
  public boolean isOf(byte[] key) {
    return kind == Kind.VALUE && Arrays.equals(line, text, keyEnd, key, 0, key.length);
  }

  /**
   * Whether what stands behind the kind begins so.
   *
   * @param beginning ASCII characters
   * @return whether it does
   */
  public boolean says(String beginning) {
    return rest().startsWith(beginning);
  }

  /**
   * What stands behind the kind.
   *
   * @return the text up to the end of the line
   */
  public String rest() {
    return new String(line, text, end - text, StandardCharsets.ISO_8859_1);
  }

  /**
   * The line as far as it is known what it says: any other could repeat what the client sent.
   *
   * @return the beginning of the line, or words in its place
   */
  String discreet() {
    String line = toString();
    return KNOWN.stream()
        .filter(line::startsWith)
        .findFirst()
        .orElse("something not shown, since it may hold the password");
  }

  /** The line as it came, made printable and not too long for a message. */
  @Override
  public String toString() {
    return ReplyDecoder.printable(line, start, end);
  }
}
