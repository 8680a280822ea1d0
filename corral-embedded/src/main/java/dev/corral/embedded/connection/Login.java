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
 * taken back by what is said next: of several refusals in one go, only the last is heard.
 */
public final class Login {
  private static final int LONGEST_LINE = 2048;
  private static final int LONGEST_SECRET = 1 << 16;

  private static final short END_OF_LINE = '\r' << 8 | '\n';

  private final Accounts accounts;
  private final Traffic traffic;
  private final CommandLine line = new CommandLine();
  private long awaited = -1;
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
    if (awaited < 0) {
      int length = in.bytesBefore((byte) '\n');
      if (length < 0) {
        return in.readableBytes() > LONGEST_LINE ? State.HOPELESS : State.WAITING;
      }
      line.read(in, length);
      in.skipBytes(1);
      OptionalLong size =
          line.words() < 5 || !line.is(0, "set") ? OptionalLong.empty() : line.unsigned(4, 0);
      if (size.isEmpty()) {
        say("CLIENT_ERROR unauthenticated", replies);
        return State.WAITING;
      }
      awaited = (size.getAsLong() & 0xffff_ffffL) + 2;
      if (awaited > LONGEST_SECRET) {
        return State.HOPELESS;
      }
    }
    if (in.readableBytes() < awaited) {
      return State.WAITING;
    }
    int length = (int) awaited - 2;
    awaited = -1;
    line.read(in, length);
    if (in.readShort() != END_OF_LINE) {
      say("CLIENT_ERROR bad command line termination", replies);
    } else if (line.words() < 2) {
      say("CLIENT_ERROR bad authentication token format", replies);
    } else {
      boolean admitted = accounts.admit(line.text(0), line.text(1));
      traffic.loggedIn(admitted);
      if (admitted) {
        say("STORED", replies);
        return State.DONE;
      }
      say("CLIENT_ERROR authentication failure", replies);
    }
    return State.WAITING;
  }

  private void say(String text, Supplier<ByteBuf> replies) {
    if (unsent == null) {
      unsent = new Reply(replies.get());
    }
    unsent.insist(text);
  }

  void sent() {
    unsent = null;
  }
}
