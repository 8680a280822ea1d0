package dev.corral.gearman;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.load.LoadException;
import dev.corral.queue.Job;
import dev.corral.ring.Server;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where jobs are handed in at one server. The server answers submissions in their order, with a
 * handle or an error, and tells by the handle how a job ended.
 */
final class Desk implements Link.Owner {
  private static final byte[] NOTHING = {};
  private static final List<Packet> GREETING = List.of(Packet.of(Type.OPTION_REQ, "exceptions"));

  private final Calls calls;
  private final Link link;
  private final Deque<Call> unanswered = new ArrayDeque<>();
  private final Map<String, Call> byHandle = new HashMap<>();

  Desk(Loop loop, Server server, GearmanOptions options, Calls calls) {
    this.calls = calls;
    this.link = new Link(loop, server, options, this);
  }

  Link link() {
    return link;
  }

  void submit(Call call) {
    Job job = call.job();
    Type type = call.isBackground() ? Type.SUBMIT_JOB_BG : Type.SUBMIT_JOB;
    call.sentTo(this);
    unanswered.add(call);
    link.send(Packet.of(type, job.payload(), job.function(), Unique.of(job.id())));
  }

  /** A call that is over: what is still said of it is not for anybody. */
  void forget(Call call) {
    byHandle.remove(call.handle(), call);
  }

  @Override
  public List<Packet> greeting() {
    return GREETING;
  }

  @Override
  public void up() {
    calls.up();
  }

  @Override
  public void received(Packet packet) throws ProtocolException {
    switch (packet.type()) {
      case JOB_CREATED -> created(packet.text());
      case ERROR -> refused(packet);
      case WORK_COMPLETE -> {
        Call call = ended(packet.texts(2).get(0));
        if (call != null) {
          calls.done(call, packet.last(2));
        }
      }
      case WORK_EXCEPTION ->
        failed(packet.texts(2).get(0), "failed: " + new String(packet.last(2), UTF_8));
      case WORK_FAIL -> failed(packet.text(), "failed, and the worker did not say why");
      case OPTION_RES, WORK_STATUS, WORK_DATA, WORK_WARNING -> {
        // of no interest here
      }
      default -> throw new ProtocolException("unexpected " + packet);
    }
  }

  private Call next(Packet packet) throws ProtocolException {
    Call call = unanswered.poll();
    if (call == null) {
      throw new ProtocolException("unexpected " + packet);
    }
    return call;
  }

  private void created(String handle) throws ProtocolException {
    Call call = next(Packet.of(Type.JOB_CREATED, handle));
    if (call.isOver()) {
      return;
    }
    if (call.isBackground()) {
      calls.done(call, NOTHING);
    } else {
      call.known(handle);
      byHandle.put(handle, call);
    }
  }

  private void refused(Packet packet) throws ProtocolException {
    String code = packet.texts(2).get(0);
    Call call = next(packet);
    String message = call.job() + " was refused by " + link.server().address() + ": " + code + ", "
        + new String(packet.last(2), UTF_8);
    calls.failed(
        call,
        code.equals("JOB_QUEUE_FULL")
            ? new OverloadedException(message)
            : new UnavailableException(message));
  }

  private void failed(String handle, String how) {
    Call call = ended(handle);
    if (call != null) {
      calls.failed(call, new LoadException("the work of " + call.job() + " " + how));
    }
  }

  /** The call of a handle; null if nobody waits for it any more. */
  private @Nullable Call ended(String handle) {
    return byHandle.remove(handle);
  }

  @Override
  public void down() {
    List<Call> left = new ArrayList<>(byHandle.values());
    left.addAll(unanswered);
    byHandle.clear();
    unanswered.clear();
    left.removeIf(Call::isOver);
    left.forEach(Call::lost);
    calls.down(left);
  }
}
