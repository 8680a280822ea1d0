package dev.corral.cli.item;

import dev.corral.cli.option.Durations;
import dev.corral.time.Ttl;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads lives as people write them: 90s, 10m, 2h, or 0 for one without end. */
final class TtlConverter implements ITypeConverter<Ttl> {
  static final String FOR_EVER = "0";

  @Override
  public Ttl convert(String text) {
    if (text.equals(FOR_EVER)) {
      return Ttl.NEVER;
    }
    try {
      return Ttl.of(new Durations().convert(text));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'" + text + "' is no life; write 0 for ever, or a time such as 10m");
    }
  }

  /** For people, such as "for 600 s". */
  static String format(Ttl ttl) {
    return ttl.isLimited() ? "for " + ttl.toSeconds() + " s" : "for ever";
  }
}
