package dev.corral.gearman;

import dev.corral.queue.Job;
import dev.corral.time.Timer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A job that callers of this process wait for: its result, or only that a server takes it over. */
final class Call {
  /** One of the callers. */
  interface Answer {
    void done(byte[] result);

    void failed(RuntimeException fault);
  }

  private final Job job;
  private final boolean background;
  private final Set<Waiter> waiters = new LinkedHashSet<>();

  /** Where it waits; null while there is no server to send it to. */
  private @Nullable Desk desk;

  private String handle = "";
  private boolean sent;
  private boolean over;

  Call(Job job, boolean background) {
    this.job = job;
    this.background = background;
  }

  Job job() {
    return job;
  }

  /** Whether no result is waited for. */
  boolean isBackground() {
    return background;
  }

  @Nullable
  Desk desk() {
    return desk;
  }

  void sentTo(Desk to) {
    desk = to;
    sent = true;
  }

  void lost() {
    desk = null;
    handle = "";
  }

  /** What its server calls it; empty while that has not been told. */
  String handle() {
    return handle;
  }

  void known(String byHandle) {
    handle = byHandle;
  }

  /** Whether a server has been sent it: then it may be known there, and its callers are patient. */
  boolean wasSent() {
    return sent;
  }

  /** Whether nobody waits for it any more. */
  boolean isOver() {
    return over;
  }

  Waiter add(Answer answer) {
    Waiter waiter = new Waiter(answer);
    waiters.add(waiter);
    return waiter;
  }

  /** Takes one caller off; whether it was still waiting. */
  boolean remove(Waiter waiter) {
    return waiters.remove(waiter);
  }

  boolean hasWaiters() {
    return !waiters.isEmpty();
  }

  /** Ends it, and returns who is to be answered. */
  List<Answer> end() {
    over = true;
    List<Answer> answers = new ArrayList<>();
    for (Waiter waiter : waiters) {
      waiter.cancelDeadline();
      answers.add(waiter.answer);
    }
    waiters.clear();
    return answers;
  }

  /** A caller, and the alarm that ends its patience. */
  static final class Waiter {
    private final Answer answer;
    private Timer.@Nullable Alarm deadline;

    private Waiter(Answer answer) {
      this.answer = answer;
    }

    Answer answer() {
      return answer;
    }

    void deadline(Timer.Alarm alarm) {
      deadline = alarm;
    }

    private void cancelDeadline() {
      if (deadline != null) {
        deadline.cancel();
      }
    }
  }
}
