package dev.corral.memcached.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Does what a line of the protocol asks, on items in memory. Bytes are Latin-1 characters here. */
final class LocalCommands {
  private static final long LONGEST_LIFE = Duration.ofDays(30).toSeconds();
  private static final Key PROBE = Key.raw("of-the-server-itself");

  private final MemoryStore items;

  LocalCommands(MemoryStore items) {
    this.items = items;
  }

  /** How long the value behind a line is; -1 if none follows. */
  static int valueSize(String line) {
    return line.startsWith("ms ") ? Integer.parseInt(line.split(" ", -1)[2]) : -1;
  }

  /** What the server says to a line, without the last end of line. */
  String answer(String line, byte[] value) {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "mg" -> get(new Meta(words, 2));
      case "ms" -> put(new Meta(words, 3), value);
      case "md" -> delete(new Meta(words, 2));
      case "ma" -> count(new Meta(words, 2));
      case "mn" -> "MN";
      case "get" -> getMany(words);
      case "version" -> "VERSION 1.6.38";
      case "stats" -> stats(words);
      case "flush_all" -> flush(words);
      default -> "ERROR";
    };
  }

  /** An answer to a meta line, with what the client marked the line with where it says {O}. */
  static String marked(String line, String answer) {
    return answer.replace("{O}", line.substring(line.lastIndexOf(' ') + 1));
  }

  /** The flags of a meta command. */
  private record Meta(Key key, List<String> flags) {
    Meta(String[] words, int first) {
      this(
          Arrays.asList(words).subList(first, words.length).contains("b")
              ? Key.binary(Base64.getDecoder().decode(words[1]))
              : Key.raw(words[1]),
          List.of(words).subList(first, words.length));
    }

    boolean has(String flag) {
      return flags.contains(flag);
    }

    @Nullable
    Long number(char flag) {
      return flags.stream()
          .filter(word -> word.length() > 1 && word.charAt(0) == flag)
          .map(word -> Long.parseUnsignedLong(word.substring(1)))
          .findFirst()
          .orElse(null);
    }

    @Nullable
    Ttl ttl(char flag) {
      Long seconds = number(flag);
      if (seconds == null || seconds == 0) {
        return seconds == null ? null : Ttl.NEVER;
      }
      return Ttl.seconds(
          seconds <= LONGEST_LIFE ? seconds : seconds - System.currentTimeMillis() / 1000);
    }

    /** A reply that repeats what the client marked the command with. */
    String reply(String reply) {
      StringBuilder marked = new StringBuilder(reply);
      flags.stream()
          .filter(word -> word.startsWith("O"))
          .forEach(mark -> marked.append(' ').append(mark));
      return marked.toString();
    }
  }

  private String get(Meta meta) {
    Get get = Get.of(meta.key()).withDetails();
    Ttl lease = meta.ttl('N');
    get = lease == null ? get : get.withLease(lease);
    Long window = meta.number('R');
    get = window == null ? get : get.withRefreshAhead(Duration.ofSeconds(window));
    Ttl touch = meta.ttl('T');
    get = touch == null ? get : get.withTouch(touch);
    if (!(done(get) instanceof Item item)) {
      return "EN";
    }
    boolean isValued = meta.has("v");
    StringBuilder reply = new StringBuilder(isValued ? "VA " + item.value().length : "HD");
    for (String flag : meta.flags()) {
      switch (flag) {
        case "f" -> reply.append(" f").append(Integer.toUnsignedString(item.flags()));
        case "c" -> reply.append(" c").append(item.cas().number());
        case "t" -> reply.append(" t").append(item.expires() ? item.remaining().toSeconds() : -1);
        default -> {}
      }
    }
    reply.append(item.lease() == Lease.WON ? " W" : "");
    reply.append(item.isStale() ? " X" : "");
    reply.append(item.lease() == Lease.LOST ? " Z" : "");
    String line = meta.reply(reply.toString());
    return isValued ? line + "\r\n" + text(item.value()) : line;
  }

  private String getMany(String[] words) {
    StringBuilder reply = new StringBuilder();
    for (int i = 1; i < words.length; i++) {
      GetOutcome outcome = done(Get.of(Key.raw(words[i])));
      if (outcome instanceof Item item) {
        reply.append("VALUE %s %s %d\r\n"
            .formatted(words[i], Integer.toUnsignedString(item.flags()), item.value().length));
        reply.append(text(item.value())).append("\r\n");
      }
    }
    return reply + "END";
  }

  private String put(Meta meta, byte[] value) {
    Ttl given = meta.ttl('T');
    Ttl ttl = given == null ? Ttl.NEVER : given;
    Put put;
    if (meta.has("ME")) {
      put = Put.add(meta.key(), value, ttl);
    } else if (meta.has("MR")) {
      put = Put.replace(meta.key(), value, ttl);
    } else if (meta.has("MA")) {
      put = Put.append(meta.key(), value);
    } else if (meta.has("MP")) {
      put = Put.prepend(meta.key(), value);
    } else {
      put = Put.set(meta.key(), value, ttl);
    }
    Long flags = meta.number('F');
    put = flags == null ? put : put.withFlags(flags.intValue());
    Long cas = meta.number('C');
    put = cas == null ? put : put.ifCas(cas(cas));
    PutOutcome outcome;
    try {
      outcome = done(put.returningCas());
    } catch (CompletionException e) {
      return "SERVER_ERROR object too large for cache";
    }
    if (outcome instanceof Stored stored) {
      return meta.reply(meta.has("c") ? "HD c" + number(stored) : "HD");
    }
    return meta.reply(
        switch ((PutOutcome.Refused) outcome) {
          case EXISTS -> "EX";
          case NOT_FOUND -> "NF";
          case NOT_STORED -> "NS";
        });
  }

  private String delete(Meta meta) {
    Delete delete = Delete.of(meta.key());
    Ttl ttl = meta.ttl('T');
    if (meta.has("I")) {
      delete = ttl == null ? delete.markingStale() : delete.markingStale(ttl);
    }
    Long cas = meta.number('C');
    DeleteOutcome outcome = done(cas == null ? delete : delete.ifCas(cas(cas)));
    return meta.reply(
        switch (outcome) {
          case DELETED -> "HD";
          case NOT_FOUND -> "NF";
          case EXISTS -> "EX";
        });
  }

  private String count(Meta meta) {
    long delta = Objects.requireNonNullElse(meta.number('D'), 1L);
    Arithmetic count =
        meta.has("MD") ? Arithmetic.subtract(meta.key(), delta) : Arithmetic.add(meta.key(), delta);
    Ttl ttl = meta.ttl('N');
    if (ttl != null) {
      count = count.orCreate(Objects.requireNonNullElse(meta.number('J'), 0L), ttl);
    }
    Long cas = meta.number('C');
    ArithmeticOutcome outcome = done(cas == null ? count : count.ifCas(cas(cas)));
    if (outcome instanceof Counted counted) {
      String digits = Long.toUnsignedString(counted.value());
      return meta.reply("VA " + digits.length()) + "\r\n" + digits;
    }
    return switch ((ArithmeticOutcome.Refused) outcome) {
      case EXISTS -> meta.reply("EX");
      case NOT_FOUND -> meta.reply("NF");
      case NOT_NUMERIC -> "CLIENT_ERROR cannot increment or decrement non-numeric value";
    };
  }

  private static String stats(String[] words) {
    String group = words.length > 1 ? words[1] : "";
    return switch (group) {
      case "" -> "STAT pid 1\r\nSTAT version 1.6.38\r\nEND";
      case "settings" -> "STAT item_size_max 1048576\r\nSTAT cas_enabled yes\r\nEND";
      default -> "END";
    };
  }

  private String flush(String[] words) {
    if (words.length == 1) {
      items.clear();
    }
    return "OK";
  }

  private <R> R done(Operation<R> operation) {
    return items.execute(operation).join();
  }

  /** A number as a CAS of the items as they are since they were last cleared. */
  private Cas cas(long number) {
    Put probe = Put.set(PROBE, new byte[0], Ttl.NEVER).returningCas();
    Cas current = Objects.requireNonNull(((Stored) done(probe)).cas());
    return new Cas(number, current.incarnation());
  }

  private static long number(Stored stored) {
    return Objects.requireNonNull(stored.cas()).number();
  }

  private static String text(byte[] value) {
    return new String(value, ISO_8859_1);
  }
}
