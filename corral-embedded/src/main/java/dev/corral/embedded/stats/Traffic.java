package dev.corral.embedded.stats;

import java.util.concurrent.atomic.AtomicInteger;

/** Connections that come and go, and the bytes that they carry. Safe for use by many threads. */
public final class Traffic {
  private final Figures figures;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();

  /**
   * No traffic yet.
   *
   * @param figures where it is counted
   */
  public Traffic(Figures figures) {
    this.figures = figures;
  }

  /** A connection is taken. */
  public void came() {
    figures.count(Figure.TOTAL_CONNECTIONS);
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
  }

  /** A connection that was taken has ended. */
  public void went() {
    open.decrementAndGet();
  }

  /** A connection is sent away. */
  public void refused() {
    figures.count(Figure.REJECTED_CONNECTIONS);
  }

  /**
   * A client sent something.
   *
   * @param bytes how many
   */
  public void read(int bytes) {
    figures.add(Figure.BYTES_READ, bytes);
  }

  /**
   * A client is sent something.
   *
   * @param bytes how many
   */
  public void wrote(int bytes) {
    figures.add(Figure.BYTES_WRITTEN, bytes);
  }

  /**
   * A client tries to log in.
   *
   * @param admitted whether it may
   */
  public void loggedIn(boolean admitted) {
    figures.count(Figure.AUTH_CMDS);
    if (!admitted) {
      figures.count(Figure.AUTH_ERRORS);
    }
  }

  int open() {
    return open.get();
  }

  int mostOpen() {
    return mostOpen.get();
  }
}
