package dev.corral.cli.item;

import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import java.util.Optional;

/**
 * What an item is to a reader. What a Corral cache wrote is in an envelope, and may be compressed
 * in there; what others wrote is as it is.
 */
final class Content {
  private static final byte STORED = 0;

  private final Item item;
  private final Optional<Envelope> envelope;

  private Content(Item item, Optional<Envelope> envelope) {
    this.item = item;
    this.envelope = envelope;
  }

  static Content of(Item item) {
    return new Content(item, item.flags() == 0 ? Optional.empty() : open(item.value()));
  }

  private static Optional<Envelope> open(byte[] bytes) {
    try {
      return Optional.of(Envelope.open(bytes));
    } catch (CorruptValueException e) {
      return Optional.empty(); // another program's
    }
  }

  Optional<Envelope> envelope() {
    return envelope;
  }

  /** Whether there is no value yet, for somebody computes it. */
  boolean isPlaceholder() {
    return item.value().length == 0 && item.flags() == 0 && item.lease() != Lease.NONE;
  }

  /** Whether a cache remembers by it that there is no value. */
  boolean isAbsent() {
    return envelope.filter(Envelope::isAbsent).isPresent();
  }

  /** The value as the application's codec wrote it; no bytes if there is none. */
  byte[] value() {
    if (envelope.isEmpty()) {
      return item.value();
    }
    return envelope.get().value(Codec.bytes()) instanceof Lookup.Found<byte[]> found
        ? inflated(found.value())
        : new byte[0];
  }

  /** Which codec wrote it, nothing tells; but hardly anything else inflates to its exact size. */
  private static byte[] inflated(byte[] written) {
    if (written.length == 0) {
      return written;
    }
    try {
      byte[] inflated = Codec.bytes().compressed().decode(written);
      // A value that was too small to compress has one byte before it, as many others may have.
      return written[0] == STORED && Printable.text(inflated).isEmpty() ? written : inflated;
    } catch (CorruptValueException e) {
      return written;
    }
  }
}
