package dev.corral.cli.option;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads and writes amounts of memory as people do: 512k, 64m, 1g, or just bytes. */
public final class Sizes implements ITypeConverter<Long> {
  private static final Pattern WRITTEN =
      Pattern.compile("([0-9]{1,9})([kmg]?)", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "kmg";
  private static final int BITS_EACH = 10;

  @Override
  public Long convert(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is no size; write bytes, or a number and k, m or g, such as 64m");
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    int bits = unit.isEmpty() ? 0 : BITS_EACH * (UNITS.indexOf(unit) + 1);
    return Long.parseLong(matcher.group(1)) << bits;
  }

  /** In the largest unit that leaves a whole number. */
  public static String format(long bytes) {
    long number = bytes;
    int units = 0;
    while (units < UNITS.length() && number % (1 << BITS_EACH) == 0) {
      number >>= BITS_EACH;
      units++;
    }
    return number + (units == 0 ? " bytes" : " " + "KMG".charAt(units - 1) + "iB");
  }
}
