package dev.corral.gearman;

import dev.corral.queue.Job;
import dev.corral.ring.Server;
import java.util.List;

/**
 * Where one server hands out the jobs of one function. It has a connection of its own: gearmand
 * hands out jobs by connection, and to take a function back there would give its running jobs to
 * others.
 */
final class Station implements Link.Owner {
  private static final Packet GRAB = Packet.of(Type.GRAB_JOB_UNIQ);
  private static final Packet SLEEP = Packet.of(Type.PRE_SLEEP);

  /** What is known of the server's jobs. */
  private enum State {
    /** There is no connection. */
    DOWN,
    /** It may have a job. */
    WANTS,
    /** It was asked for one, and a hand is ready. */
    ASKED,
    /** It had none, and will tell when it has. */
    ASLEEP
  }

  private final Serving serving;
  private final Link link;
  private State state = State.DOWN;
  private int open;

  Station(Loop loop, Server server, GearmanOptions options, Serving serving) {
    this.serving = serving;
    this.link = new Link(loop, server, options, this);
  }

  void open() {
    link.open();
  }

  boolean wants() {
    return state == State.WANTS;
  }

  /** Asks for a job, with a hand that is now this station's. */
  void ask() {
    state = State.ASKED;
    link.send(GRAB);
  }

  @Override
  public List<Packet> greeting() {
    return List.of(Packet.of(Type.CAN_DO, serving.function()));
  }

  @Override
  public void up() {
    state = State.WANTS;
    serving.spread();
  }

  @Override
  public void received(Packet packet) throws ProtocolException {
    switch (packet.type()) {
      case JOB_ASSIGN_UNIQ -> assigned(packet);
      case NO_JOB -> {
        answered(packet);
        state = State.ASLEEP;
        link.send(SLEEP);
        serving.giveBack();
      }
      case NOOP -> {
        if (state == State.ASLEEP) {
          state = State.WANTS;
          serving.spread();
        }
      }
      case ERROR -> {
        // A result that it does not want: of a failure, it is told in both ways that there are.
      }
      default -> throw new ProtocolException("unexpected " + packet);
    }
  }

  private void answered(Packet packet) throws ProtocolException {
    if (state != State.ASKED) {
      throw new ProtocolException("unexpected " + packet);
    }
    state = State.WANTS;
  }

  private void assigned(Packet packet) throws ProtocolException {
    List<String> texts = packet.texts(4);
    byte[] payload = packet.last(4);
    if (!texts.get(1).equals(serving.function())) {
      throw new ProtocolException("a job of " + texts.get(1) + ", which is not done here");
    }
    answered(packet);
    open++;
    Order order = new Order(texts.get(0), link.life());
    Job job;
    try {
      job = Job.of(serving.function(), Unique.id(texts.get(2)), payload);
    } catch (IllegalArgumentException e) { // handed in by somebody else than Corral
      Serving.failure("no such job can be done: " + e.getMessage()).tell(List.of(order));
      serving.giveBack();
      return;
    }
    serving.run(job, order);
  }

  @Override
  public void down() {
    boolean hadHand = state == State.ASKED;
    state = State.DOWN;
    open = 0;
    if (hadHand) {
      serving.giveBack();
    }
    closeIfIdle();
  }

  /** Ends the connection if nobody shall be served and the jobs that it has brought have ended. */
  void closeIfIdle() {
    if (serving.isClosed() && open == 0) {
      state = State.DOWN;
      link.finish();
    }
  }

  boolean isClosed() {
    return link.isClosed();
  }

  void close() {
    state = State.DOWN;
    link.close();
  }

  /** A job as this server has handed it out. */
  final class Order {
    private final String handle;
    private final int life;

    private Order(String handle, int life) {
      this.handle = handle;
      this.life = life;
    }

    void complete(byte[] result) {
      end(Packet.of(Type.WORK_COMPLETE, result, handle));
    }

    /** Old servers end a job only by the second, new ones by the first of these. */
    void fail(byte[] message) {
      end(Packet.of(Type.WORK_EXCEPTION, message, handle), Packet.of(Type.WORK_FAIL, handle));
    }

    private void end(Packet... packets) {
      if (link.life() == life) { // or the server knows nothing of it any more
        open--;
        for (Packet packet : packets) {
          link.send(packet);
        }
        closeIfIdle();
      }
    }
  }
}
