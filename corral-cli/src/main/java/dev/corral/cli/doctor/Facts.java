package dev.corral.cli.doctor;

import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one server. Where there is {@link #trouble} it could not be examined, and little
 * else is known.
 *
 * @param server the server
 * @param address where it is, if its name could be looked up; nothing for a unix socket
 * @param trouble why it could not be examined, or null
 * @param version what it runs
 * @param general its {@code stats}
 * @param settings its {@code stats settings}
 * @param items its {@code stats items}
 * @param clock its time beside ours
 * @param roundTrips how fast it answered
 * @param leaseTrouble what was wrong with a lease that was tried, or null
 * @param certificateEnd until when its certificate is valid
 * @param twins others of the list by which the very same server is reached
 */
record Facts(
    Server server,
    Optional<InetAddress> address,
    @Nullable String trouble,
    Optional<ServerVersion> version,
    Figures general,
    Figures settings,
    Figures items,
    Optional<ClockReading> clock,
    Optional<RoundTrips> roundTrips,
    @Nullable String leaseTrouble,
    Optional<Instant> certificateEnd,
    List<Server> twins) {
  private static final byte[] CARRIER = {100, 64};

  Facts {
    twins = List.copyOf(twins);
  }

  boolean isExamined() {
    return trouble == null;
  }

  /** Whether what is sent to it leaves this machine. */
  boolean isRemote() {
    return !server.isUnixSocket() && address.isPresent() && !address.get().isLoopbackAddress();
  }

  /** Whether its address is one of the internet's, and not of somebody's own network. */
  boolean isPublic() {
    return isRemote() && !isPrivate(address.orElseThrow());
  }

  private static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean isUniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc; // RFC 4193
    boolean isCarriers =
        bytes.length == 4 && bytes[0] == CARRIER[0] && (bytes[1] & 0xc0) == CARRIER[1]; // RFC 6598
    return address.isSiteLocalAddress()
        || address.isLinkLocalAddress()
        || isUniqueLocal
        || isCarriers;
  }

  boolean keepsCas() {
    return !settings.is("cas_enabled", "no");
  }

  boolean wantsPassword() {
    return settings
        .text("auth_enabled_ascii")
        .filter(told -> !told.equals("no"))
        .isPresent();
  }

  /** How many connections it takes: of those that -c names, it keeps some files for itself. */
  OptionalLong connectionLimit() {
    OptionalLong limit = general.number("max_connections");
    return limit.isPresent()
        ? OptionalLong.of(limit.getAsLong() - general.count("reserved_fds"))
        : limit;
  }

  /** How much of its memory is used, 0 to 1. */
  Optional<Double> memoryShare() {
    return share(general.number("bytes"), general.number("limit_maxbytes"));
  }

  /** How many of its connections are open, 0 to 1. */
  Optional<Double> connectionShare() {
    return share(general.number("curr_connections"), connectionLimit());
  }

  private static Optional<Double> share(OptionalLong part, OptionalLong whole) {
    return part.isPresent() && whole.isPresent() && whole.getAsLong() > 0
        ? Optional.of((double) part.getAsLong() / whole.getAsLong())
        : Optional.empty();
  }
}
