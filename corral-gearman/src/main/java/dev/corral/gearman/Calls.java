package dev.corral.gearman;

import dev.corral.check.Plain;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.queue.Job;
import dev.corral.ring.Dialect;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.time.Timer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What this process has handed in, or is about to. All of it on the loop's thread. */
/* design
 *
 * A call is open until it is answered or the last of its callers has lost patience; equal ones join
 * it. It lies at a desk, that of the first server from its place on the ring that is up, or at none
 * if no server is. When a desk's link is lost its calls move to the next, or wait until a server is
 * up; gearmand takes a job that it knows already for that one, so to hand in again does no harm.
 *
 * Without any server for the time of a connect timeout, calls that were never sent fail, and new
 * ones do at once: whoever made them can do without the queue. Those that were sent before are
 * likely being worked on, and stay until their callers' deadlines.
 */
final class Calls {
  private final Loop loop;
  private final GearmanOptions options;
  private final Ring ring;
  private final Map<Server, Desk> desks = new LinkedHashMap<>();
  private final Map<Job, Call> awaited = new LinkedHashMap<>();
  private final Map<Job, Call> background = new LinkedHashMap<>();
  private Timer.@Nullable Alarm outage;
  private int outages;
  private boolean unreachable;
  private boolean closed;

  Calls(Loop loop, ServerList servers, GearmanOptions options) {
    this.loop = loop;
    this.options = options;
    this.ring = Ring.of(servers, Dialect.LIBKETAMA);
    servers.servers().forEach(server -> desks.put(server, new Desk(loop, server, options, this)));
  }

  void open() {
    desks.values().forEach(desk -> desk.link().open());
    awaitServer();
  }

  void add(Job job, boolean inBackground, Call.Answer answer) {
    Map<Job, Call> open = open(inBackground);
    Call known = open.get(job);
    UnavailableException refusal = known == null ? refusal() : null;
    if (refusal != null) {
      complete(() -> answer.failed(refusal));
      return;
    }
    Call call = known == null ? new Call(job, inBackground) : known;
    Call.Waiter waiter = call.add(answer);
    waiter.deadline(options
        .timer()
        .after(options.deadline(), () -> loop.post(() -> losePatience(call, waiter))));
    if (known == null) {
      open.put(job, call);
      place(call);
    }
  }

  private Map<Job, Call> open(boolean inBackground) {
    return inBackground ? background : awaited;
  }

  private @Nullable UnavailableException refusal() {
    if (closed) {
      return new UnavailableException("the queue is closed");
    }
    if (unreachable) {
      return unreachable();
    }
    int count = awaited.size() + background.size();
    return count < options.mostOpen()
        ? null
        : new OverloadedException(count + " jobs are open, and more may not be");
  }

  private UnavailableException unreachable() {
    return new UnavailableException("no Gearman server can be reached: "
        + desks.values().stream()
            .map(desk -> desk.link().trouble())
            .collect(Collectors.joining(", ")));
  }

  private void losePatience(Call call, Call.Waiter waiter) {
    if (!call.remove(waiter)) {
      return;
    }
    Desk desk = call.desk();
    String where = desk == null ? "" : " by " + desk.link().server().address();
    DeadlineExceededException fault = new DeadlineExceededException(
        call.job() + (call.isBackground() ? " was not taken over" : " was not done") + where
            + " within " + Plain.duration(options.deadline()));
    complete(() -> waiter.answer().failed(fault));
    if (!call.hasWaiters()) {
      end(call);
    }
  }

  /** Hands a call in where it belongs, or leaves it until there is a server. */
  private void place(Call call) {
    Key place = Key.raw(call.job().id());
    for (Server server : ring.locate(place, desks.size())) {
      Desk desk = desks.get(server);
      if (desk != null && desk.link().isUp()) {
        desk.submit(call);
        return;
      }
    }
  }

  void up() {
    unreachable = false;
    endOutage();
    allOpen().stream().filter(call -> call.desk() == null).forEach(this::place);
  }

  void down(List<Call> lost) {
    lost.forEach(this::place);
    if (desks.values().stream().noneMatch(desk -> desk.link().isUp())) {
      awaitServer();
    }
  }

  private void awaitServer() {
    outages++;
    int number = outages;
    outage = options
        .timer()
        .after(
            options.connectTimeout(),
            () -> loop.post(() -> {
              if (outage != null && outages == number) { // or it was cancelled too late
                unreachable = true;
                allOpen().stream()
                    .filter(call -> !call.wasSent())
                    .forEach(call -> failed(call, unreachable()));
              }
            }));
  }

  private void endOutage() {
    if (outage != null) {
      outage.cancel();
      outage = null;
    }
  }

  private List<Call> allOpen() {
    List<Call> all = new ArrayList<>(awaited.values());
    all.addAll(background.values());
    return all;
  }

  void done(Call call, byte[] result) {
    end(call).forEach(answer -> complete(() -> answer.done(result)));
  }

  void failed(Call call, RuntimeException fault) {
    end(call).forEach(answer -> complete(() -> answer.failed(fault)));
  }

  private List<Call.Answer> end(Call call) {
    open(call.isBackground()).remove(call.job(), call);
    Desk desk = call.desk();
    if (desk != null) {
      desk.forget(call);
    }
    return call.end();
  }

  /** Answers a caller where its callbacks may run. */
  private void complete(Runnable answer) {
    try {
      options.executor().execute(answer);
    } catch (RuntimeException | Error e) {
      answer.run(); // better here than never
    }
  }

  void close() {
    closed = true;
    endOutage();
    desks.values().forEach(desk -> desk.link().close());
    UnavailableException fault = new UnavailableException("the queue was closed");
    allOpen().forEach(call -> failed(call, fault));
  }
}
