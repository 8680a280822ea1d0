package dev.corral.cli.server;

import dev.corral.cli.option.Durations;
import dev.corral.embedded.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads faults: what goes wrong, and behind commas to which commands, and how often. */
final class Faults implements ITypeConverter<Fault> {
  private static final Pattern WILDCARD = Pattern.compile("[*?]");

  @Override
  public Fault convert(String text) {
    String[] parts = text.split(",", -1);
    Fault fault = kind(parts[0]);
    List<String> commands = new ArrayList<>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      if (part.startsWith("on=")) {
        commands.add(value(part));
      } else {
        fault = refined(fault, part);
      }
    }
    return commands.isEmpty() ? fault : fault.on(commands.toArray(String[]::new));
  }

  private static Fault kind(String part) {
    if (part.startsWith("delay=")) {
      return Fault.delay(new Durations().convert(value(part)));
    }
    return switch (part) {
      case "drop" -> Fault.drop();
      case "reset" -> Fault.reset();
      case "garbage" -> Fault.garbage();
      case "server-error" -> Fault.serverError();
      case "stall" -> Fault.stall();
      default ->
        throw new TypeConversionException("'" + part
            + "' is no fault; write delay=TIME, drop, reset, garbage, server-error or stall");
    };
  }

  private static Fault refined(Fault fault, String part) {
    return switch (part.replaceFirst("(?s)=.*", "=")) {
      case "keys=" -> fault.forKeys(glob(value(part)));
      case "probability=" -> fault.withProbability(probability(part));
      case "sparing=" -> fault.sparing(count(part));
      case "times=" -> fault.times(count(part));
      case "afterwards" -> fault.afterwards();
      default ->
        throw new TypeConversionException("'" + part
            + "' says nothing of a fault; write on=COMMAND, keys=PATTERN, probability=SHARE,"
            + " sparing=N, times=N or afterwards");
    };
  }

  private static String value(String part) {
    String value = part.substring(part.indexOf('=') + 1);
    if (value.isEmpty()) {
      throw new TypeConversionException("'" + part + "' lacks a value");
    }
    return value;
  }

  private static double probability(String part) {
    try {
      double share = Double.parseDouble(value(part));
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new TypeConversionException("'" + part + "' is not from 0 to 1");
  }

  private static long count(String part) {
    if (!value(part).matches("[0-9]{1,18}")) {
      throw new TypeConversionException("'" + part + "' is no count");
    }
    return Long.parseLong(value(part));
  }

  /** A star stands for any characters, a question mark for one. */
  private static Predicate<String> glob(String written) {
    StringBuilder pattern = new StringBuilder();
    int from = 0;
    for (var wildcard = WILDCARD.matcher(written); wildcard.find(); from = wildcard.end()) {
      pattern.append(Pattern.quote(written.substring(from, wildcard.start())));
      pattern.append(wildcard.group().equals("*") ? ".*" : ".");
    }
    pattern.append(Pattern.quote(written.substring(from)));
    return Pattern.compile(pattern.toString(), Pattern.DOTALL).asMatchPredicate();
  }
}
