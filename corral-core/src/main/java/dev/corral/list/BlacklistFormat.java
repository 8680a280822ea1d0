package dev.corral.list;

import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ids that were removed, a zero, and all ids. Without the zero it is not a list, but what was added
 * to a placeholder. Flags say nothing: other programs write them as they like.
 */
final class BlacklistFormat implements Format {
  private static final long MARKER = 0;

  private final Records records;

  BlacklistFormat(int width) {
    this.records = new Records(width);
  }

  @Override
  public Put extend(Key key, Change change) {
    byte[] record = records.one(change.id());
    return change.isAdd() ? Put.append(key, record) : Put.prepend(key, record);
  }

  /** An id that stands before the zero is removed, however often it stands behind it. */
  @Override
  public boolean isUnsure(Change change) {
    return change.isAdd();
  }

  /**
   * What came and what left are on two sides of a placeholder, and nobody can tell which was first.
   */
  @Override
  public boolean keepsOrder() {
    return false;
  }

  @Override
  public @Nullable Ids read(Item item) {
    ByteBuffer in = ByteBuffer.wrap(item.value());
    if (in.remaining() % records.width() != 0) {
      return null;
    }
    Set<Long> removed = new HashSet<>();
    while (in.hasRemaining()) {
      long id = records.read(in);
      if (id == MARKER) {
        return behindMarker(in, removed);
      }
      removed.add(id);
    }
    return null;
  }

  private Ids behindMarker(ByteBuffer in, Set<Long> removed) {
    Ids ids = new Ids();
    while (in.hasRemaining()) {
      ids.apply(new Change(records.read(in), true));
    }
    removed.forEach(id -> ids.apply(new Change(id, false)));
    return ids;
  }

  /** With flags 0, which most programs take for plain bytes. */
  @Override
  public Put write(Key key, Collection<Long> ids, byte[] behind, Ttl ttl) {
    ByteBuffer out = ByteBuffer.allocate((ids.size() + 1) * records.width());
    records.write(MARKER, out);
    records.writeAll(ids, out);
    return Put.set(key, out.array(), ttl);
  }
}
