package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;

/**
 * What a client hears in the place of a reply. A command that wants no reply gets none of these.
 */
record SpoiledReply(Fault.Kind kind, boolean silent) {
  private static final byte[] GARBAGE = "\u0001?garbage\r\r\n\n\u0000".getBytes(US_ASCII);

  static SpoiledReply of(Fault fault, CommandLine line) {
    boolean silent =
        CommandNames.SILENCEABLE.contains(line.command()) && line.is(line.words() - 1, "noreply");
    return new SpoiledReply(fault.kind(), silent);
  }

  void replace(Reply reply) {
    reply.discard();
    if (kind == Fault.Kind.GARBAGE && !silent) {
      reply.write(GARBAGE);
    } else if (kind == Fault.Kind.SERVER_ERROR && !silent) {
      reply.insist("SERVER_ERROR injected fault");
    }
  }
}
