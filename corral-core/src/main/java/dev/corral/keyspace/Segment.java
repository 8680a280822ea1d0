package dev.corral.keyspace;

import dev.corral.check.Argument;
import dev.corral.check.Plain;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** A level of a keyspace as text: what people can read as it is, all else as a hash. */
final class Segment {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter NANOS =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Segment() {}

  static String text(Object segment) {
    Argument.required("segment", segment);
    String plain = Plain.text(segment);
    if (plain != null) {
      return plain;
    }
    if (segment instanceof Instant instant) {
      return (instant.equals(instant.truncatedTo(ChronoUnit.MILLIS)) ? MILLIS : NANOS)
          .format(instant);
    }
    return CanonicalForm.hash(segment);
  }
}
