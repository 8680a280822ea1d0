package dev.corral.embedded.command;

import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.EncodedKey;
import dev.corral.item.Entry;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The flags of a meta command, read before anything is done. */
/* design
 *
 * The server reads all flags with one parser, whatever the command: each takes what it knows, and
 * the others may hold what they like. A flag that is unknown or repeated ends the reading; a bad
 * number does not, so that the last complaint is the one that is made.
 */
final class MetaFlags {
  private static final String BAD_TOKEN = "CLIENT_ERROR bad token in command line format";

  /** One more than its name says: the flag itself counts too. */
  static final int LONGEST_OPAQUE = 32;

  static final String OPAQUE_TOO_LONG = "CLIENT_ERROR opaque token too long";
  static final int MOST_WORDS = 19;

  private final CommandLine line;
  private final ServerClock clock;

  byte[] key;
  boolean keyEncoded;
  boolean creating;
  boolean locking;
  boolean unbumped;
  boolean valued;
  boolean marking;
  boolean quiet;
  boolean conditional;
  boolean touching;
  char mode;
  int clientFlags;
  long deadline = Entry.NO_DEADLINE;
  long creationDeadline = Entry.NO_DEADLINE;
  long recacheDeadline = Entry.NO_DEADLINE;
  long cas;
  long delta = 1;
  long initial;
  private String complaint = ClassicCommands.BAD_FORMAT;
  private boolean bad;

  private MetaFlags(CommandLine line, ServerClock clock) {
    this.line = line;
    this.clock = clock;
    this.key = line.bytes(1);
  }

  /** Reads the flags from a word on. */
  static MetaFlags read(CommandLine line, int from, ServerClock clock) {
    MetaFlags flags = new MetaFlags(line, clock);
    flags.readAll(from);
    return flags;
  }

  /** What is wrong with them, or null. */
  @Nullable
  String complaint() {
    return bad ? complaint : null;
  }

  ItemKey itemKey() {
    return new ItemKey(key);
  }

  private void readAll(int from) {
    BitSet seen = new BitSet();
    for (int word = from; word < line.words(); word++) {
      int flag = line.first(word);
      if (flag >= 127 || seen.get(flag)) {
        complain("CLIENT_ERROR duplicate flag");
        return;
      }
      seen.set(flag);
      if (!read(flag, word)) {
        complain("CLIENT_ERROR invalid flag");
        return;
      }
    }
  }

  private boolean read(int flag, int word) {
    switch (flag) {
      case 'b' -> decodeKey();
      case 'N' -> {
        locking = true;
        creating = true;
        creationDeadline = deadline(word);
      }
      case 'T' -> {
        locking = true;
        deadline = deadline(word);
        touching = true;
      }
      case 'R' -> {
        locking = true;
        recacheDeadline = deadline(word);
      }
      case 'l', 'h' -> locking = true;
      case 'O', 'P', 'L', 'k', 's', 't', 'c', 'f' -> {}
      case 'v' -> valued = true;
      case 'u' -> unbumped = true;
      case 'q' -> quiet = true;
      case 'F' -> {
        OptionalLong number = line.unsigned(word, 1);
        bad |= number.isEmpty();
        clientFlags = (int) number.orElse(0);
      }
      case 'C' -> {
        cas = unsigned(word, BAD_TOKEN);
        conditional = true;
      }
      case 'M' -> readMode(word);
      case 'J' -> initial = unsigned(word, "CLIENT_ERROR invalid numeric initial value");
      case 'D' -> delta = unsigned(word, "CLIENT_ERROR invalid numeric delta value");
      case 'I' -> marking = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  private void decodeKey() {
    byte[] decoded = EncodedKey.decode(key);
    keyEncoded = true;
    if (decoded == null) {
      complain("CLIENT_ERROR error decoding key");
    } else {
      key = decoded;
    }
  }

  private void readMode(int word) {
    if (line.length(word) != 2) {
      complain("CLIENT_ERROR incorrect length for M token");
    } else {
      mode = line.text(word).charAt(1);
    }
  }

  private long deadline(int word) {
    OptionalInt life = line.signed(word, 1);
    if (life.isEmpty()) {
      complain(BAD_TOKEN);
    }
    return clock.deadline(life.orElse(0));
  }

  private long unsigned(int word, String complaintIfBad) {
    OptionalLong number = line.unsigned(word, 1);
    if (number.isEmpty()) {
      complain(complaintIfBad);
    }
    return number.orElse(0);
  }

  private void complain(String about) {
    complaint = about;
    bad = true;
  }
}
