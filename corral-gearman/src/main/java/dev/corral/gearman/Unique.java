package dev.corral.gearman;

/** A job's id as gearmand is told it. */
final class Unique {
  /** To gearmand this is no id, but says that the payload is. */
  private static final String THE_PAYLOAD = "-";

  /** What no job's id is: they are visible. */
  private static final String DASH = "\001";

  private Unique() {}

  static String of(String id) {
    return id.equals(THE_PAYLOAD) ? DASH : id;
  }

  static String id(String unique) {
    return unique.equals(DASH) ? THE_PAYLOAD : unique;
  }
}
