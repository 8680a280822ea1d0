package dev.corral.embedded.connection;

import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.command.Next;
import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import java.util.function.Supplier;

/** A fault that strikes one command, before or after it is carried out. */
/* design
 *
 * A fault is found when a line has come. One that spoils the reply to a command with a value waits
 * for the value, so that nothing is taken for a command that is none.
 */
final class Strike {
  private final Interpreter interpreter;
  private final InjectedFault injected;
  private final Fault fault;
  private final Victim victim;

  Strike(Interpreter interpreter, InjectedFault injected, Victim victim) {
    this.interpreter = interpreter;
    this.injected = injected;
    this.fault = injected.fault();
    this.victim = victim;
  }

  /** The connection of the command. */
  interface Victim {
    /** Lets the command wait; what it says then tells what comes behind it. */
    void hold(InjectedFault cause, Supplier<Next> then);

    /** Breaks the connection. */
    void reset();
  }

  /** Strikes, and says what comes behind the line. */
  Next on(CommandLine line, Reply reply) {
    SpoiledReply spoiled = SpoiledReply.of(fault, line);
    if (!fault.isAfterwards()) {
      return isSpoiling()
          ? refuse(line, reply, spoiled)
          : interrupt(() -> interpreter.run(line, reply));
    }
    Next next = interpreter.run(line, reply);
    if (next instanceof Next.Value value) {
      return new Next.Value(value.length(), (bytes, told) -> {
        value.storing().store(bytes, told);
        if (isSpoiling()) {
          spoiled.replace(told);
        } else {
          interrupt(() -> Next.COMMAND);
        }
      });
    }
    if (isSpoiling()) {
      spoiled.replace(reply);
      return next;
    }
    return interrupt(() -> next);
  }

  private boolean isSpoiling() {
    return switch (fault.kind()) {
      case DROP, GARBAGE, SERVER_ERROR -> true;
      case DELAY, STALL, RESET -> false;
    };
  }

  private Next interrupt(Supplier<Next> then) {
    if (fault.kind() == Fault.Kind.RESET) {
      victim.reset();
    } else {
      victim.hold(injected, then);
    }
    return Next.COMMAND;
  }

  /**
   * Does not carry a command out, but has its value swallowed if it has one. How long that is, only
   * its line tells; one that is too large loses the item that is there even so.
   */
  private Next refuse(CommandLine line, Reply reply, SpoiledReply spoiled) {
    Next next = CommandNames.TAKING_VALUES.contains(line.command())
        ? interpreter.run(line, reply)
        : Next.COMMAND;
    if (next instanceof Next.Value value) {
      return new Next.Value(value.length(), (bytes, told) -> spoiled.replace(told));
    }
    spoiled.replace(reply);
    return next;
  }
}
