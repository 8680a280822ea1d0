package dev.corral.memcached.connection;

import dev.corral.memcached.request.IoThread;
import dev.corral.memcached.request.Request;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Bounds what is in flight on a connection, in requests and in bytes. */
final class Admission {
  private final int maxRequests;
  private final long maxBytes;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  private volatile boolean isOpen;

  private final ReentrantLock turn = new ReentrantLock();
  private final Condition room = turn.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();

  Admission(int maxRequests, long maxBytes) {
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
  }

  int requests() {
    return requests.get();
  }

  /**
   * Lets a caller's request in if there is room, or as soon as there is, if callers are to wait.
   */
  boolean admit(Request<?> request, Settings settings) {
    if (tryEnter(request.size())) {
      return true;
    }
    return settings.isWaitingWhenFull()
        && !(Thread.currentThread() instanceof IoThread)
        && enter(request.size(), request.deadline() - settings.ticker().nanos());
  }

  /** Lets a request in if there is room. A single large one gets in where no other bytes are. */
  boolean tryEnter(int size) {
    if (isOpen) {
      enterAnyway(size);
      return true;
    }
    if (requests.incrementAndGet() > maxRequests) {
      leave(1, 0);
      return false;
    }
    if (size > 0) {
      long before = bytes.getAndAdd(size);
      if (before > 0 && before + size > maxBytes) {
        leave(1, size);
        return false;
      }
    }
    return true;
  }

  /** Lets a request in, room or not. */
  void enterAnyway(int size) {
    requests.incrementAndGet();
    bytes.addAndGet(size);
  }

  /** Lets all in from now on: the connection has ended and will send them elsewhere. */
  void open() {
    isOpen = true;
    leave(0, 0);
  }

  /** Waits for room, for so long at most. The caller must not be an I/O thread. */
  boolean enter(int size, long nanos) {
    turn.lock();
    waiting.incrementAndGet();
    try {
      long left = nanos;
      while (!tryEnter(size)) {
        if (left <= 0) {
          return false;
        }
        left = room.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting.decrementAndGet();
      turn.unlock();
    }
  }

  void leave(int count, long size) {
    requests.addAndGet(-count);
    if (size > 0) {
      bytes.addAndGet(-size);
    }
    // Who waits was counted before it looked for room, so either it sees this room or we see it.
    // One that waits itself, and found none, makes none, and would only keep the others awake.
    if (waiting.get() > 0 && !turn.isHeldByCurrentThread()) {
      turn.lock();
      try {
        room.signalAll();
      } finally {
        turn.unlock();
      }
    }
  }

  @Override
  public String toString() {
    return requests + " requests and " + bytes + " bytes are in flight";
  }
}
