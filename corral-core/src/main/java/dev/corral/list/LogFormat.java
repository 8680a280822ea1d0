package dev.corral.list;

import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.nio.ByteBuffer;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A header, then a record for each change: the id if it came, its complement if it left. */
final class LogFormat implements Format {
  /** Lists have them and placeholders have not, whatever was appended to these. */
  static final int FLAGS = 'L';

  static final int HEADER_BYTES = Integer.BYTES;

  private static final byte VERSION = 1;

  private final Records records;
  private final int header;

  LogFormat(int width) {
    this.records = new Records(width);
    this.header = ('C' << 24) | ('L' << 16) | (VERSION << 8) | width;
  }

  byte[] record(Change change) {
    return records.one(change.isAdd() ? change.id() : ~change.id());
  }

  @Override
  public Put extend(Key key, Change change) {
    return Put.append(key, record(change));
  }

  @Override
  public boolean isUnsure(Change change) {
    return false;
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public @Nullable Ids read(Item item) {
    Ids ids = new Ids();
    return item.flags() == FLAGS && readInto(ids, item.value()) ? ids : null;
  }

  /** Makes all changes of a log; false if it is none. */
  boolean readInto(Ids ids, byte[] log) {
    ByteBuffer in = ByteBuffer.wrap(log);
    return log.length >= HEADER_BYTES && in.getInt() == header && readRecords(ids, in);
  }

  /** Makes all changes that are left; false if they are no records. */
  boolean readRecords(Ids ids, ByteBuffer in) {
    if (in.remaining() % records.width() != 0) {
      return false;
    }
    while (in.hasRemaining()) {
      long record = records.read(in);
      ids.apply(new Change(record < 0 ? ~record : record, record >= 0));
    }
    return true;
  }

  @Override
  public Put write(Key key, Collection<Long> ids, byte[] behind, Ttl ttl) {
    return Put.set(key, log(ids, behind), ttl).withFlags(FLAGS);
  }

  byte[] log(Collection<Long> ids, byte[] behind) {
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_BYTES + ids.size() * records.width() + behind.length);
    out.putInt(header);
    records.writeAll(ids, out);
    return out.put(behind).array();
  }
}
