package dev.corral.embedded.stats;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** What was counted since the server was started or its figures reset. Counting takes no lock. */
// Arrays of its own, of its own enums.
@SuppressWarnings("EnumOrdinal")
public final class Figures {
  private final LongAdder[] counts = adders(Figure.values().length);
  private final LongAdder[][] countsOfClasses;

  /**
   * Nothing counted yet.
   *
   * @param classes how many classes of items there are
   */
  public Figures(int classes) {
    this.countsOfClasses = Stream.generate(() -> adders(ClassFigure.values().length))
        .limit(classes)
        .toArray(LongAdder[][]::new);
  }

  private static LongAdder[] adders(int number) {
    return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
  }

  /**
   * Counts one.
   *
   * @param figure of what
   */
  public void count(Figure figure) {
    add(figure, 1);
  }

  /**
   * Counts several.
   *
   * @param figure of what
   * @param number how many
   */
  public void add(Figure figure, long number) {
    counts[figure.ordinal()].add(number);
  }

  /**
   * Counts one.
   *
   * @param figure of what
   * @param slabClass the item's class, from 1 on
   */
  public void count(ClassFigure figure, int slabClass) {
    countsOfClasses[slabClass - 1][figure.ordinal()].increment();
  }

  /**
   * How many there were.
   *
   * @param figure of what
   * @return since the last reset
   */
  public long counted(Figure figure) {
    return counts[figure.ordinal()].sum();
  }

  /**
   * How many there were in a class.
   *
   * @param figure of what
   * @param slabClass the class, from 1 on
   * @return since the last reset
   */
  public long counted(ClassFigure figure, int slabClass) {
    return countsOfClasses[slabClass - 1][figure.ordinal()].sum();
  }

  /**
   * How many there were in all classes.
   *
   * @param figure of what
   * @return since the last reset
   */
  public long counted(ClassFigure figure) {
    return Stream.of(countsOfClasses)
        .mapToLong(ofClass -> ofClass[figure.ordinal()].sum())
        .sum();
  }

  /** Counts from zero again. What is counted meanwhile may be lost. */
  public void reset() {
    Stream.of(counts).forEach(LongAdder::reset);
    Stream.of(countsOfClasses).flatMap(Stream::of).forEach(LongAdder::reset);
  }
}
