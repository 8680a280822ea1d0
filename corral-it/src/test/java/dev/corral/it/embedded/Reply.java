package dev.corral.it.embedded;

/**
 * What a server has said.
 *
 * @param bytes each char is a byte
 * @param ending why it ends there
 */
public record Reply(String bytes, Ending ending) {
  public enum Ending {
    /** The words that were waited for have come. */
    COMPLETE,
    /** The server has closed the connection. */
    CLOSED,
    /** The server has said nothing for a long time. */
    SILENT
  }

  /** Where this and another part, or -1 if they are the same. */
  public int partsAt(Reply other) {
    int shorter = Math.min(bytes.length(), other.bytes.length());
    for (int index = 0; index < shorter; index++) {
      if (bytes.charAt(index) != other.bytes.charAt(index)) {
        return index;
      }
    }
    return equals(other) ? -1 : shorter;
  }
}
