package dev.corral.benchmarks.peer.report;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;

/** Lines of fields with tabs between them. */
final class Line {
  private Line() {}

  static String of(Object... fields) {
    return Stream.of(fields).map(String::valueOf).collect(joining("\t"));
  }

  static Iterator<String> fields(String line) {
    return Arrays.asList(line.split("\t", -1)).iterator();
  }
}
