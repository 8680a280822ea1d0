package dev.corral.embedded.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.item.Counter;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A line of a client, cut into words at its spaces. One connection uses one line again and again:
 * what is kept beyond a command must be copied out of it.
 */
/* design
 *
 * The server's parser is C, and shows it. A NUL ends the line. Words beyond the 23rd are left
 * together, and only commands that take any number of keys look at them. Numbers are what strtol
 * and its kin make of them: white space (but no space) and a sign may come before the digits, white
 * space ends them, and what 64 bits can hold is then cut down to the 32 that are wanted, so that
 * 4294967297 is 1.
 */
public final class CommandLine {
  private static final int MOST_WORDS = 23;

  private byte[] bytes = new byte[128];
  private int length;
  private final int[] starts = new int[MOST_WORDS];
  private final int[] ends = new int[MOST_WORDS];
  private int words;
  private int rest;

  /** Creates a line without words. */
  public CommandLine() {}

  /**
   * Reads a line and cuts it.
   *
   * @param in where its bytes are next
   * @param count how many, without those that end the line
   */
  public void read(ByteBuf in, int count) {
    if (bytes.length < count) {
      bytes = new byte[Math.max(count, bytes.length * 2)];
    }
    in.readBytes(bytes, 0, count);
    length = 0;
    while (length < count && bytes[length] != 0) {
      length++;
    }
    rewind();
  }

  /** Goes back to its first words. */
  public void rewind() {
    words = 0;
    rest = cut(0);
  }

  /** Cuts words from a place on, and says where it stopped. */
  private int cut(int from) {
    int at = from;
    while (words < MOST_WORDS) {
      at = startOfWord(at);
      if (at == length) {
        break;
      }
      starts[words] = at;
      at = endOfWord(at);
      ends[words++] = at;
    }
    return at;
  }

  private int startOfWord(int from) {
    int at = from;
    while (at < length && bytes[at] == ' ') {
      at++;
    }
    return at;
  }

  private int endOfWord(int from) {
    int at = from;
    while (at < length && bytes[at] != ' ') {
      at++;
    }
    return at;
  }

  /**
   * How many words it has.
   *
   * @return at most 23, even if there are more
   */
  public int words() {
    return words;
  }

  /**
   * Its first word.
   *
   * @return the command's name; empty if there are no words
   */
  public String command() {
    return words == 0 ? "" : text(0);
  }

  /**
   * Whether there is more behind the words.
   *
   * @return true for the 24th word and beyond
   */
  public boolean hasRest() {
    return startOfWord(rest) < length;
  }

  /** Goes on to the words behind those that it has now. */
  public void next() {
    words = 0;
    rest = cut(rest);
  }

  /**
   * The length of a word.
   *
   * @param word its place, from 0
   * @return more than 0; 0 if there is no such word
   */
  public int length(int word) {
    return word < words ? ends[word] - starts[word] : 0;
  }

  /**
   * The first character of a word.
   *
   * @param word its place
   * @return the character, from 1 to 255
   */
  public int first(int word) {
    return bytes[starts[word]] & 0xff;
  }

  /**
   * Whether a word is this one.
   *
   * @param word its place
   * @param text the text it may be
   * @return false if it is another, or there is no such word
   */
  public boolean is(int word, String text) {
    return length(word) == text.length() && startsWith(word, text);
  }

  /**
   * Whether a word begins so.
   *
   * @param word its place
   * @param text the text it may begin with
   * @return false if there is no such word
   */
  public boolean startsWith(int word, String text) {
    if (length(word) < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[starts[word] + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A word's bytes.
   *
   * @param word its place
   * @return a copy
   */
  public byte[] bytes(int word) {
    return Arrays.copyOfRange(bytes, starts[word], ends[word]);
  }

  /**
   * A word as a text.
   *
   * @param word its place
   * @return one character for each byte
   */
  public String text(int word) {
    return new String(bytes, starts[word], length(word), ISO_8859_1);
  }

  /**
   * Writes a word as it came.
   *
   * @param word its place
   * @param out where to
   */
  public void write(int word, ByteBuf out) {
    out.writeBytes(bytes, starts[word], length(word));
  }

  /**
   * The number that a word is, from its n-th character on.
   *
   * @param word its place
   * @param skipped how many characters come before the number
   * @return 32 bits of it, or empty if it is none that 64 bits can hold
   */
  public OptionalInt signed(int word, int skipped) {
    int at = starts[word] + skipped;
    int end = ends[word];
    while (at < end && Counter.isSpace(bytes[at])) {
      at++;
    }
    boolean negative = at < end && bytes[at] == '-';
    if (negative || (at < end && bytes[at] == '+')) {
      at++;
    }
    int start = at;
    long number = 0; // below zero, where there is room for one more
    for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      int digit = bytes[at] - '0';
      if (number < (Long.MIN_VALUE + digit) / 10) {
        return OptionalInt.empty();
      }
      number = number * 10 - digit;
    }
    boolean isNumber = at > start && (at == end || Counter.isSpace(bytes[at]));
    if (!isNumber || (number == Long.MIN_VALUE && !negative)) {
      return OptionalInt.empty();
    }
    return OptionalInt.of((int) (negative ? number : -number));
  }

  /**
   * The number without a sign that a word is, from its n-th character on.
   *
   * @param word its place
   * @param skipped how many characters come before the number
   * @return 64 bits, or empty if it is none that these can hold
   */
  public OptionalLong unsigned(int word, int skipped) {
    return Counter.parse(Arrays.copyOfRange(bytes, starts[word] + skipped, ends[word]));
  }
}
