package dev.corral.embedded.command;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** What was counted since the server was started or its figures reset. */
final class Figures {
  private final LongAdder[] counts =
      Stream.generate(LongAdder::new).limit(Figure.values().length).toArray(LongAdder[]::new);

  // Its own array, of its own enum.
  @SuppressWarnings("EnumOrdinal")
  private LongAdder of(Figure figure) {
    return counts[figure.ordinal()];
  }

  void count(Figure figure) {
    of(figure).increment();
  }

  long counted(Figure figure) {
    return of(figure).sum();
  }
}
