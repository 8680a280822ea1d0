package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.corral.memcached.wire.Decoded.Seen;
import dev.corral.memcached.wire.Reply.Kind;
import dev.corral.store.Lease;

/** A reply as a server writes it, of whatever kind and with whatever it may tell. */
final class ServerReply {
  /** In the order by which the inputs that are kept choose them, so none may be added. */
  static final Kind[] USUAL = {
    Kind.HD,
    Kind.VA,
    Kind.EN,
    Kind.NF,
    Kind.NS,
    Kind.EX,
    Kind.MN,
    Kind.VALUE,
    Kind.END,
    Kind.STAT,
    Kind.VERSION,
    Kind.OK,
    Kind.ERROR,
    Kind.CLIENT_ERROR,
    Kind.SERVER_ERROR
  };

  private static final int LONGEST_KEY = 250;

  private final FuzzedDataProvider data;
  private final Kind kind;
  private final StringBuilder rest = new StringBuilder();
  private String value = "";
  private int flags;
  private long cas;
  private long ttl = -1;
  private Lease lease = Lease.NONE;
  private boolean isStale;

  private ServerReply(FuzzedDataProvider data, Kind[] kinds) {
    this.data = data;
    this.kind = data.pickValue(kinds);
    switch (kind) {
      case HD -> tellFlags();
      case VA -> {
        tellValue();
        tellFlags();
      }
      case VALUE, CONFIG -> {
        rest.append(' ').append(word());
        flags = data.consumeInt();
        rest.append(' ').append(Integer.toUnsignedString(flags));
        tellValue();
      }
      case STAT -> rest.append(' ').append(word()).append(' ').append(word());
      case VERSION, ERROR, CLIENT_ERROR, SERVER_ERROR -> rest.append(' ').append(word());
      default -> {}
    }
  }

  /** Appends a reply to what a server sends, and tells what is to be made of it. */
  static Seen write(FuzzedDataProvider data, StringBuilder wire, Kind... kinds) {
    ServerReply reply = new ServerReply(data, kinds);
    wire.append(reply.kind).append(reply.rest).append("\r\n");
    if (reply.kind == Kind.VA || reply.kind == Kind.VALUE || reply.kind == Kind.CONFIG) {
      wire.append(reply.value).append("\r\n");
    }
    return reply.asSeen();
  }

  private Seen asSeen() {
    String text = rest.isEmpty() ? "" : rest.substring(1);
    return new Seen(kind, text, value, flags, cas, ttl, lease, isStale);
  }

  private void tellValue() {
    value = new String(data.consumeBytes(data.consumeInt(0, Decoded.LARGEST_VALUE)), ISO_8859_1);
    rest.append(' ').append(value.length());
  }

  private void tellFlags() {
    for (int i = data.consumeInt(0, 8); i > 0; i--) {
      switch (data.consumeInt(0, 7)) {
        case 0 -> {
          flags = data.consumeInt();
          rest.append(" f").append(Integer.toUnsignedString(flags));
        }
        case 1 -> {
          cas = data.consumeLong();
          rest.append(" c").append(Long.toUnsignedString(cas));
        }
        case 2 -> {
          ttl = data.consumeLong(-1, Long.MAX_VALUE);
          rest.append(" t").append(ttl);
        }
        case 3 -> {
          lease = Lease.WON;
          rest.append(" W");
        }
        case 4 -> {
          lease = lease == Lease.WON ? Lease.WON : Lease.LOST;
          rest.append(" Z");
        }
        case 5 -> {
          isStale = true;
          rest.append(" X");
        }
        case 6 -> rest.append(" O").append(word());
        default -> rest.append(" k").append(word());
      }
    }
  }

  /** As a key is: 1 to 250 characters from '!' to '~'. */
  private String word() {
    byte[] bytes = data.consumeBytes(data.consumeInt(1, LONGEST_KEY));
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ('!' + (bytes[i] & 0xff) % ('~' - '!' + 1));
    }
    return bytes.length == 0 ? "!" : new String(bytes, ISO_8859_1);
  }
}
