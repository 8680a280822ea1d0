package dev.corral.lease;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Content that is text, and counts how often it was loaded. */
final class Words implements Content<String> {
  private final Callable<String> origin;
  private boolean extended;
  private boolean storable = true;
  int loads;

  private Words(Callable<String> origin) {
    this.origin = origin;
  }

  static Words of(String text) {
    return from(() -> text);
  }

  static Words from(Callable<String> origin) {
    return new Words(origin);
  }

  /** Others may append to it and prepend to it. */
  Words extended() {
    extended = true;
    return this;
  }

  /** It is too large, say. */
  Words notStorable() {
    storable = false;
    return this;
  }

  @Override
  public @Nullable String read(Item item) {
    return item.flags() == LeaseRig.FLAGS ? new String(item.value(), US_ASCII) : null;
  }

  @Override
  public String load() throws Exception {
    loads++;
    return origin.call();
  }

  @Override
  public boolean isExtended() {
    return extended;
  }

  @Override
  public @Nullable Put put(String content, byte[] before, byte[] behind) {
    String all = new String(before, US_ASCII) + content + new String(behind, US_ASCII);
    return storable
        ? Put.set(LeaseRig.KEY, LeaseRig.bytes(all), Ttl.NEVER).withFlags(LeaseRig.FLAGS)
        : null;
  }
}
