package dev.corral.cache;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Code that blocks, in a time that a test moves. Each strand has a thread of its own, but only one
 * thread runs at a time: the test's, or that of the strand that it has started or resumed. So what
 * happens depends on the test alone.
 */
public final class Strands {
  private final Deque<Strand> idle = new ArrayDeque<>();
  private final Set<Strand> paused = new LinkedHashSet<>();
  private volatile @Nullable Thread turn;
  private @Nullable Thread test;

  /** The strand's test has ended, or its process was killed. */
  static final class Abandoned extends Error {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super("abandoned", null, false, false);
    }
  }

  /** What a strand that waits is resumed by. */
  interface Waiting {
    void resume();

    /** Has the strand throw an {@link Abandoned}. */
    void abandon();
  }

  /** Runs code until it ends or waits. */
  void start(Runnable code) {
    Strand strand = idle.poll();
    if (strand == null) {
      strand = new Strand();
      strand.setDaemon(true);
      strand.start();
    }
    strand.code = code;
    give(strand);
  }

  /** Called by a strand: lets the test go on until it resumes the strand. */
  void await(Consumer<Waiting> waiting) throws InterruptedException {
    Strand strand = (Strand) Thread.currentThread();
    paused.add(strand);
    long pause = ++strand.pauses;
    waiting.accept(new Waiting() {
      @Override
      public void resume() {
        if (strand.pauses == pause && paused.remove(strand)) {
          give(strand);
        }
      }

      @Override
      public void abandon() {
        strand.abandoned = strand.pauses == pause;
        resume();
      }
    });
    strand.handBack();
    if (strand.abandoned) {
      strand.abandoned = false;
      throw new Abandoned();
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private void give(Strand strand) {
    Thread me = Thread.currentThread();
    test = me;
    turn = strand;
    LockSupport.unpark(strand);
    awaitTurn(me);
    Throwable fault = strand.fault;
    if (fault != null) {
      strand.fault = null;
      throw new AssertionError("a strand failed", fault);
    }
  }

  /** An interrupt that comes meanwhile is kept for whoever has the turn next. */
  private void awaitTurn(Thread me) {
    boolean interrupted = false;
    while (turn != me) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      me.interrupt();
    }
  }

  private final class Strand extends Thread {
    private @Nullable Runnable code;
    private @Nullable Throwable fault;
    private boolean abandoned;
    private long pauses;

    Strand() {
      super("strand");
    }

    @Override
    public void run() {
      awaitTurn(this);
      while (code != null) {
        try {
          code.run();
        } catch (Throwable e) {
          fault = e;
        }
        code = null;
        idle.push(this);
        handBack();
      }
    }

    void handBack() {
      Thread next = test;
      turn = next;
      LockSupport.unpark(next);
      awaitTurn(this);
    }
  }
}
