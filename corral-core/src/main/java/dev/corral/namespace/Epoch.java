package dev.corral.namespace;

import dev.corral.fault.ConfigurationException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the evidence item says. Immutable.
 *
 * @param master the generation of all namespaces that have not been touched
 * @param filter those that have been, since the master was drawn
 * @param old what holds for those that have not moved to the master yet; null if all have
 * @param servers the server list that it was written under
 * @param sealed whether it counts as gone, since the servers have changed
 */
/* design
 *
 *   item    = "E" version flags servers master prefix filter [ old ]
 *   prefix  = length (1 byte) bytes
 *   filter  = length (2 bytes) bytes
 *   old     = master start period filter's bytes
 *
 * All numbers are big-endian and, where nothing else is said, of 8 bytes; version and flags have one.
 *
 * Within an epoch, that is under one master, bits are only ever set, and the old half is only ever
 * dropped: of two items of one epoch, that of the later write has at least the bits of the other.
 */
record Epoch(long master, Filter filter, @Nullable Old old, long servers, boolean sealed) {
  private static final byte MAGIC = 'E';
  private static final byte VERSION = 1;
  private static final int SEALED = 1;
  private static final int ROLLING = 2;
  private static final int MOVED = 4;

  /**
   * The epoch before, during a rolling flush.
   *
   * @param master its master
   * @param filter what was touched since that was drawn, touched meanwhile included
   * @param start when the flush began, in milliseconds since 1970
   * @param period how long it takes, in milliseconds
   * @param moved whether it is one because the servers have changed: then what had been touched
   *     moves at once
   */
  record Old(long master, Filter filter, long start, long period, boolean moved) {
    Old touched(Collection<Long> hashes) {
      return new Old(master, filter.with(hashes), start, period, moved);
    }

    boolean isOver(long now) {
      return now - start >= period;
    }

    /** When a namespace moves to the new master; long ago if it does so whatever clocks say. */
    long movesAt(Namespace namespace) {
      return moved && filter.mayContain(namespace.hash())
          ? Long.MIN_VALUE
          : start + (long) Math.ceil(namespace.fraction() * period);
    }
  }

  /** An epoch in which nothing has been touched yet. */
  static Epoch begin(long master, int bytes, long servers) {
    return new Epoch(master, Filter.empty(bytes), null, servers, false);
  }

  /** Whether a namespace has moved to the master, if there was another before. */
  boolean hasMoved(Namespace namespace, long now) {
    return old == null || now >= old.movesAt(namespace);
  }

  /** The master in force for a namespace. */
  long masterOf(Namespace namespace, long now) {
    return old == null || hasMoved(namespace, now) ? master : old.master;
  }

  /** Whether a namespace's own generation counts, if it is newer than the master in force. */
  boolean mayBeTouched(Namespace namespace, long now) {
    Filter inForce = old == null || hasMoved(namespace, now) ? filter : old.filter;
    return inForce.mayContain(namespace.hash());
  }

  /**
   * Which generation a namespace has once it has moved, if it has this one before; 0 if unknown.
   */
  long generationAfterMove(Namespace namespace, long generation) {
    if (!filter.mayContain(namespace.hash())) {
      return master;
    }
    return generation > master ? generation : 0;
  }

  boolean isRolling(long now) {
    return old != null && !old.isOver(now);
  }

  /** The same after namespaces have been touched. A flush that is over is forgotten then. */
  Epoch touched(Collection<Long> hashes, long now) {
    Old half = isRolling(now) ? old : null;
    boolean known = hashes.stream()
        .allMatch(
            hash -> filter.mayContain(hash) && (half == null || half.filter.mayContain(hash)));
    return known
        ? this
        : new Epoch(
            master,
            filter.with(hashes),
            half == null ? null : half.touched(hashes),
            servers,
            false);
  }

  /** The epoch after this one, to which namespaces move one after the other; or at once. */
  Epoch next(long newMaster, long now, long period, boolean moved, long newServers) {
    Old half = period == 0 ? null : new Old(master, filter, now, period, moved);
    return new Epoch(newMaster, Filter.empty(filter.bytes().length), half, newServers, false);
  }

  /** What is left where the evidence was before the servers changed. */
  Epoch seal(long newMaster) {
    return new Epoch(newMaster, Filter.empty(filter.bytes().length), null, servers, true);
  }

  /** What is known from this and from another item of the same epoch, in whatever order. */
  Epoch and(Epoch other) {
    Filter both = filter.or(other.filter);
    Old mine = old;
    Old others = other.old;
    Old half = mine == null || others == null
        ? null
        : new Old(mine.master, mine.filter.or(others.filter), mine.start, mine.period, mine.moved);
    return new Epoch(master, both, half, servers, sealed);
  }

  byte[] bytes(String prefix) {
    byte[] name = prefix.getBytes(StandardCharsets.UTF_8);
    byte[] bits = filter.bytes();
    ByteBuffer out =
        ByteBuffer.allocate(22 + name.length + bits.length + (old == null ? 0 : 24 + bits.length));
    int flags = (sealed ? SEALED : 0) | (old == null ? 0 : ROLLING | (old.moved ? MOVED : 0));
    out.put(MAGIC).put(VERSION).put((byte) flags).putLong(servers).putLong(master);
    out.put((byte) name.length).put(name).putShort((short) bits.length).put(bits);
    if (old != null) {
      out.putLong(old.master).putLong(old.start).putLong(old.period).put(old.filter.bytes());
    }
    return out.array();
  }

  /**
   * Reads an item.
   *
   * @param prefix what it must have been written with
   * @param size how many bytes the filter must have
   * @return null if it is no evidence at all
   * @throws ConfigurationException if it is that of others who don't agree with us
   */
  static @Nullable Epoch parse(byte[] item, String prefix, int size) {
    try {
      ByteBuffer in = ByteBuffer.wrap(item);
      if (in.get() != MAGIC) {
        return null;
      }
      byte version = in.get();
      if (version != VERSION) {
        throw new ConfigurationException("the evidence was written by another version of Corral: it"
            + " has format " + version + ", and this one knows format " + VERSION);
      }
      int flags = in.get();
      long servers = in.getLong();
      long master = in.getLong();
      String name = new String(bytes(in, in.get() & 0xff), StandardCharsets.UTF_8);
      Filter filter = Filter.of(bytes(in, in.getShort() & 0xffff));
      requireSame(name, filter.bytes().length, prefix, size);
      Old old = (flags & ROLLING) == 0 ? null : old(in, size, (flags & MOVED) != 0);
      return new Epoch(master, filter, old, servers, (flags & SEALED) != 0);
    } catch (BufferUnderflowException e) {
      return null;
    }
  }

  private static Old old(ByteBuffer in, int size, boolean moved) {
    long master = in.getLong();
    long start = in.getLong();
    long period = in.getLong();
    return new Old(master, Filter.of(bytes(in, size)), start, period, moved);
  }

  private static byte[] bytes(ByteBuffer in, int count) {
    if (count > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static void requireSame(String prefix, int size, String ownPrefix, int ownSize) {
    List<String> differences = new ArrayList<>();
    if (size != ownSize) {
      differences.add("evidence of " + inBytes(size) + ", here " + inBytes(ownSize));
    }
    if (!prefix.equals(ownPrefix)) {
      differences.add("the prefix '" + prefix + "', here '" + ownPrefix + "'");
    }
    if (!differences.isEmpty()) {
      throw new ConfigurationException(
          "all processes must have the same options for namespaces, but others have "
              + String.join("; and ", differences));
    }
  }

  private static String inBytes(int size) {
    return size == 0 ? "no bytes (off)" : size + " bytes";
  }
}
