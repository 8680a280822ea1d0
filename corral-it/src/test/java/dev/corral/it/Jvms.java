package dev.corral.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Several JVMs that run the same {@link Worker}, each a process of its own. None outlives this,
 * however the test ends: one whose test is gone ends by itself, even if it is paused. They leave no
 * files. What is asked of all is asked of those that the test has not ended itself.
 */
public final class Jvms implements AutoCloseable {
  /** What a command needs at most to reach all of them. */
  private static final Duration HEAD_START = Duration.ofMillis(100);

  private final List<Jvm> all = new ArrayList<>();

  private Jvms() {}

  /** Starts some, with the tests' class path, and waits until their workers run. */
  public static Jvms start(int count, Class<? extends Worker> worker, String... arguments) {
    Jvms jvms = new Jvms();
    try {
      for (int number = 0; number < count; number++) {
        jvms.all.add(Jvm.start(worker, number, arguments));
      }
      jvms.await(Parent.UP);
      return jvms;
    } catch (RuntimeException | Error e) {
      try {
        jvms.close();
      } catch (AssertionError f) {
        e.addSuppressed(f);
      }
      throw e;
    }
  }

  /** One of them, by the number that it has been given. */
  public Jvm get(int number) {
    return all.get(number);
  }

  /** All of them, those that have ended too. */
  public List<Jvm> all() {
    return List.copyOf(all);
  }

  private List<Jvm> present() {
    return all.stream().filter(jvm -> !jvm.isDismissed()).toList();
  }

  /** Waits until all are {@linkplain Parent#awaitGo ready}, and lets them begin at once. */
  public long go() {
    await(Parent.READY);
    long moment = System.nanoTime() + HEAD_START.toNanos();
    send(Parent.GO, moment);
    return moment;
  }

  public void send(String kind, Object... fields) {
    present().forEach(jvm -> jvm.send(kind, fields));
  }

  /** Gives all a command, and waits for each one's report of the same kind. */
  public List<Message> ask(String kind, Object... fields) {
    send(kind, fields);
    return await(kind);
  }

  /** Waits for a report of each. */
  public List<Message> await(String kind) {
    return present().stream().map(jvm -> jvm.await(kind)).toList();
  }

  public List<Message> await(String kind, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return present().stream()
        .map(jvm -> jvm.await(kind, Duration.ofNanos(end - System.nanoTime())))
        .toList();
  }

  /** Lets all workers end in good order. */
  public void stop() {
    present().forEach(Jvm::stop);
  }

  /** Kills those that are left, and tells of those that had failed. */
  @Override
  public void close() {
    AssertionError failure = null;
    for (Jvm jvm : all) {
      try {
        jvm.close();
      } catch (AssertionError e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** How each is and what it said last, for the message of a test that fails. */
  @Override
  public String toString() {
    return all.stream().map(Jvm::toString).collect(Collectors.joining("\n"));
  }
}
