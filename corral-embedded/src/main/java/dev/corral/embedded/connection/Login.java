package dev.corral.embedded.connection;

import dev.corral.embedded.stats.Traffic;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a client must say first where passwords are wanted: a {@code set} of its name and password.
 */
/* design
 *
 * As on the server, all that is said to a client before it is logged in and has not been sent yet is
 * taken back by what is said next: of several refusals in one go, only the last is heard. The server
 * sends what it has when it has taken its turn, of 21 commands the first time and then of 20.
 *
 * Name and password must come within the server's buffer. Their length is 32 bits with a sign, to
 * which the server adds the end of the line: the two greatest numbers so become 0 and 1.
 */
public final class Login {
  private static final int FIRST_TURN = 21;
  private static final int LATER_TURN = 20;
  private static final int NOTHING = -1;

  private final Accounts accounts;
  private final Traffic traffic;
  private final CommandLine line = new CommandLine();
  private int awaited = NOTHING;
  private int turn = FIRST_TURN;
  private @Nullable Reply unsent;

  /**
   * A login.
   *
   * @param accounts who may come in
   * @param traffic where attempts are counted
   */
  public Login(Accounts accounts, Traffic traffic) {
    this.accounts = accounts;
    this.traffic = traffic;
  }

  enum State {
    WAITING,
    DONE,
    HOPELESS
  }

  State read(ByteBuf in, Supplier<ByteBuf> replies) {
    if (awaited != NOTHING) {
      return readSecret(in, replies);
    }
    int length = in.bytesBefore((byte) '\n');
    if (length < 0 && in.readableBytes() > Session.LONGEST_LINE) {
      takeBack();
      return State.HOPELESS;
    }
    if (length < 0 || in.readableBytes() < 2) {
      return State.WAITING;
    }
    line.read(in, length);
    in.skipBytes(1);
    OptionalLong size =
        line.words() < 5 || !line.is(0, "set") ? OptionalLong.empty() : line.unsigned(4, 0);
    if (size.isEmpty()) {
      say("CLIENT_ERROR unauthenticated", replies);
      return State.WAITING;
    }
    awaited = (int) (size.getAsLong() + 2);
    return awaited < 0 ? State.HOPELESS : readSecret(in, replies);
  }

  private State readSecret(ByteBuf in, Supplier<ByteBuf> replies) {
    if (awaited > Session.BUFFER) {
      return in.readableBytes() > Session.BUFFER ? State.HOPELESS : State.WAITING;
    }
    if (in.readableBytes() < awaited) {
      return State.WAITING;
    }
    ByteBuf secret = in.readSlice(awaited);
    awaited = NOTHING;
    int length = secret.readableBytes() - 2;
    if (length < 0 || secret.getShort(length) != Session.END_OF_LINE) {
      say("CLIENT_ERROR bad command line termination", replies);
      return State.WAITING;
    }
    line.read(secret, length);
    if (line.words() < 2) {
      say("CLIENT_ERROR bad authentication token format", replies);
      return State.WAITING;
    }
    boolean admitted = accounts.admit(line.text(0), line.text(1));
    traffic.loggedIn(admitted);
    say(admitted ? "STORED" : "CLIENT_ERROR authentication failure", replies);
    return admitted ? State.DONE : State.WAITING;
  }

  private void say(String text, Supplier<ByteBuf> replies) {
    if (unsent == null) {
      unsent = new Reply(replies.get());
    }
    unsent.insist(text);
    if (--turn == 0) {
      unsent = null;
      turn = LATER_TURN;
    }
  }

  private void takeBack() {
    if (unsent != null) {
      unsent.discard();
    }
  }

  void sent() {
    unsent = null;
    turn = FIRST_TURN;
  }
}
