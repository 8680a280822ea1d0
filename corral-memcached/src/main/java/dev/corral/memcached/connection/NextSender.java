package dev.corral.memcached.connection;

import java.util.concurrent.atomic.AtomicInteger;

/** Who is to send what callers have put into the queue. For any number of threads. */
final class NextSender {
  /* design
   *
   *   NOBODY --a caller asks--> LOOP --it begins--> NOBODY
   *   NOBODY --virtual threads are about to be woken--> BURST --they have had their turn--> NOBODY
   *   BURST --somebody else asks--> LOOP
   *   NOBODY --the loop could not send--> STILL_LOOP --a caller asks--> LOOP
   *
   * Callers look here after their request is in the queue; who is to send looks into the queue after
   * it has become nobody again. So a request is either found there, or its caller finds nobody.
   *
   * A burst is waited for by virtual threads alone, which depend on the same scheduler anyhow. Others
   * have the loop send, in its place. And when the scheduler is too busy to come to it, the loop takes
   * over at the next tick.
   *
   * The loop finds that it is another's turn to write, and leaves. That one asks again, for all who came
   * meanwhile; but it may be a virtual thread, and they may be none. So no burst may begin until then.
   */
  private static final int NOBODY = 0;
  private static final int LOOP = 1;
  private static final int BURST = 2;
  private static final int STILL_LOOP = 3;

  private final AtomicInteger next = new AtomicInteger();

  /**
   * A caller has something to be sent.
   *
   * @param isPatient whether it may be sent at the end of a burst
   * @return whether the event loop is to be told
   */
  boolean askLoop(boolean isPatient) {
    int who = next.get();
    return who != LOOP && !(who == BURST && isPatient) && next.getAndSet(LOOP) != LOOP;
  }

  /** The event loop is about to send. */
  void loopBegins() {
    next.set(NOBODY);
  }

  /** It could not send, or not all. */
  void loopIsStillWanted() {
    next.compareAndSet(NOBODY, STILL_LOOP);
  }

  /** Virtual threads are about to be woken. Tells whether there is to be a burst. */
  boolean beginBurst() {
    return next.compareAndSet(NOBODY, BURST);
  }

  /** Ends the burst. Tells whether whoever ends it is to send, for nobody else is. */
  boolean endBurst() {
    return next.compareAndSet(BURST, NOBODY);
  }

  /** Whether what comes next is nobody's to send yet. */
  boolean isNobody() {
    int who = next.get();
    return who == NOBODY || who == STILL_LOOP;
  }

  boolean isBurst() {
    return next.get() == BURST;
  }
}
