package dev.corral.cli.doctor;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One thing to look at. It knows no more than what was examined.
 *
 * @param subject what it looks at, for people
 * @param look finds what is wrong, if anything
 */
record Check(String subject, Function<Examination, Stream<Finding>> look) {
  /** A check of each server that answered, by itself. */
  static Check ofEach(String subject, Function<Facts, Optional<Finding>> look) {
    return ofEach(subject, (examination, facts) -> look.apply(facts));
  }

  /** The same, with a view of the others. */
  static Check ofEach(String subject, BiFunction<Examination, Facts, Optional<Finding>> look) {
    return new Check(
        subject,
        examination -> examination.examined().stream()
            .flatMap(facts -> look.apply(examination, facts).stream()));
  }
}
