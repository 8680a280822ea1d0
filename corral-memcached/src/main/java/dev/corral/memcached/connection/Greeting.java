package dev.corral.memcached.connection;

import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.LineRequest;
import dev.corral.memcached.request.LoginRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.StatsRequest;
import dev.corral.memcached.security.Login;
import dev.corral.memcached.security.Protection;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a server before anything else: who it is, how large its items may be, whether it
 * keeps CAS numbers; and a no-op, whose answer says that it works.
 */
final class Greeting {
  private static final int USUAL_ITEM_BYTES = 1 << 20;

  /** The kind of record that such a complaint comes in; no reply begins so. */
  private static final byte TLS_ALERT = 0x15;

  private final LineRequest version = LineRequest.version();
  private final StatsRequest settings = StatsRequest.ofSettings();
  private final LineRequest probe = LineRequest.noOperation();

  private final List<Request<?>> requests;
  private final boolean isEncrypted;
  private final boolean isConfidential;

  /**
   * Creates a greeting.
   *
   * @param protection who the server is told that we are
   */
  Greeting(Protection protection) {
    Login login = protection.login();
    this.isEncrypted = protection.tls() != null;
    this.isConfidential = login != null;
    this.requests = login == null
        ? List.of(version, settings, probe)
        : List.of(new LoginRequest(login::token), version, settings, probe);
  }

  List<Request<?>> requests() {
    return requests;
  }

  /** Whether it tells the server what nobody else should know, and the server could repeat. */
  boolean isConfidential() {
    return isConfidential;
  }

  /** The last of them. */
  Request<?> last() {
    return probe;
  }

  /** Whether a request is the last of the greeting. */
  boolean endsWith(Request<?> request) {
    return request == probe;
  }

  /** Whether what comes is a server's complaint that this is no TLS. */
  boolean isTlsAlert(ByteBuf in) {
    return in.getByte(in.readerIndex()) == TLS_ALERT;
  }

  /** Why the server went away, and what may be the matter if it did so without a word. */
  Reason ended(String words) {
    if (requests.get(0).isOver()) {
      return Reason.of(words);
    }
    return Reason.wordless(words + " before it said anything"
        + (isEncrypted
            ? Reason.IF_CERTIFICATE
            : " (if it expects TLS, memcacheds:// is for that)"));
  }

  boolean isOver() {
    return probe.isOver();
  }

  /**
   * What the server told.
   *
   * @throws IllegalArgumentException if it can't be used, saying why
   */
  ServerFacts facts() {
    ServerVersion told = version();
    if (!told.isAtLeast(ServerVersion.LEAST)) {
      throw new IllegalArgumentException("it runs memcached " + told + ", and "
          + ServerVersion.LEAST + " is the oldest that works");
    }
    Map<String, String> settingsTold = settings.join();
    return new ServerFacts(
        told,
        !"no".equals(settingsTold.get("cas_enabled")),
        "no".equals(settingsTold.get("auth_enabled_ascii")),
        number(settingsTold.get("item_size_max"), USUAL_ITEM_BYTES),
        number(settingsTold.get("idle_timeout"), 0));
  }

  private ServerVersion version() {
    try {
      return ServerVersion.parse(version.join());
    } catch (IllegalArgumentException e) {
      throw isConfidential
          ? new IllegalArgumentException("it tells no version that can be read, nor be shown")
          : e;
    }
  }

  private static int number(@Nullable String told, int otherwise) {
    try {
      return told == null ? otherwise : Integer.parseInt(told);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
