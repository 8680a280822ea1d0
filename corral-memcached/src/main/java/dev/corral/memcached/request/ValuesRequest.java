package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the values of many keys for one caller: in their order, null where there is none. */
public final class ValuesRequest extends ManyRequest<byte @Nullable [][]> {
  private final byte[] @Nullable [] values;

  /**
   * Creates the request.
   *
   * @param keys whose values; none of them binary
   */
  public ValuesRequest(List<Key> keys) {
    super(keys);
    this.values = new byte[keys.size()][];
  }

  @Override
  void found(int index, Reply reply) {
    values[index] = reply.value();
  }

  @Override
  void missed(int index) {
    values[index] = null;
  }

  @Override
  byte @Nullable [][] result() {
    return values;
  }
}
