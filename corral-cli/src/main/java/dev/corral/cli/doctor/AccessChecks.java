package dev.corral.cli.doctor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Who may read and change what is stored. */
final class AccessChecks {
  static final List<Check> ALL = List.of(
      Check.ofEach("encryption", AccessChecks::encryption),
      Check.ofEach("passwords", AccessChecks::password),
      Check.ofEach("interfaces", AccessChecks::interfaces),
      Check.ofEach("UDP", AccessChecks::udp),
      Check.ofEach("TLS versions", AccessChecks::tlsVersion),
      Check.ofEach("certificates", AccessChecks::certificate));

  private static final Duration SOON = Duration.ofDays(14);
  private static final Duration VERY_SOON = Duration.ofDays(3);

  private AccessChecks() {}

  private static Optional<Finding> encryption(Examination examination, Facts facts) {
    if (examination.isEncrypted() || !facts.isRemote()) {
      return Optional.empty();
    }
    boolean tellsPassword = examination.hasPassword();
    Severity severity =
        facts.isPublic() ? Severity.FAULT : tellsPassword ? Severity.WARNING : Severity.NOTE;
    return Optional.of(new Finding(
        severity,
        tellsPassword ? "password-in-clear" : "clear-text",
        facts.server(),
        (tellsPassword ? "the password and all data go" : "all data goes") + " to it in clear text"
            + (facts.isPublic() ? ", at an address of the public internet" : ""),
        "whoever sees the network reads and changes values"
            + (tellsPassword ? ", and learns the password" : ""),
        "start it with -Z -o ssl_chain_cert=…,ssl_key=… and write memcacheds://, unless the network"
            + " is yours alone"));
  }

  private static Optional<Finding> password(Examination examination, Facts facts) {
    if (!facts.settings().is("auth_enabled_ascii", "no")) {
      return Optional.empty();
    }
    if (examination.hasPassword()) {
      return Optional.of(new Finding(
          Severity.WARNING,
          "password-unused",
          facts.server(),
          "it is told a password and wants none",
          "everybody who reaches its port may read, change and flush all",
          "start it with -Y FILE"));
    }
    boolean knowsClients =
        facts.settings().is("ssl_enabled", "yes") && facts.settings().count("ssl_verify_mode") >= 2;
    return !facts.isRemote() || knowsClients
        ? Optional.empty()
        : Optional.of(new Finding(
            facts.isPublic() ? Severity.FAULT : Severity.NOTE,
            "no-password",
            facts.server(),
            "it wants neither a password nor a certificate"
                + (facts.isPublic() ? ", at an address of the public internet" : ""),
            "everybody who reaches its port may read, change and flush all",
            "keep the port to your own machines by a firewall and -l; -Y FILE wants a password,"
                + " ssl_verify_mode=2 a certificate"));
  }

  private static Optional<Finding> interfaces(Facts facts) {
    boolean isOpen = facts
        .settings()
        .text("inter")
        .filter(inter -> List.of("NULL", "", "0.0.0.0", "::").contains(inter))
        .isPresent();
    boolean isLocal = facts.address().isPresent() && !facts.isRemote();
    return isOpen && isLocal && !facts.wantsPassword()
        ? Optional.of(new Finding(
            Severity.NOTE,
            "all-interfaces",
            facts.server(),
            "it is used on this machine, but listens on all interfaces and wants no password",
            "whoever reaches this machine may read, change and flush all",
            "start it with -l 127.0.0.1"))
        : Optional.empty();
  }

  private static Optional<Finding> udp(Facts facts) {
    long port = facts.settings().count("udpport");
    return port == 0
        ? Optional.empty()
        : Optional.of(new Finding(
            Severity.WARNING,
            "udp",
            facts.server(),
            "it listens to UDP, on port " + port,
            "such servers are misused to flood others with replies, and nothing here needs it",
            "start it with -U 0, the default since 1.5.6"));
  }

  private static Optional<Finding> tlsVersion(Facts facts) {
    return facts
        .settings()
        .text("ssl_min_version")
        .filter(least -> facts.settings().is("ssl_enabled", "yes"))
        .filter(least -> List.of("tlsv1.0", "tlsv1.1").contains(least))
        .map(least -> new Finding(
            Severity.WARNING,
            "old-tls",
            facts.server(),
            "it takes " + least + " from clients",
            "Corral speaks 1.2 or 1.3 with it; other clients may be talked into what is broken",
            "start it with -o ssl_min_version=2, which is TLS 1.2 and the default, or 3 for 1.3"));
  }

  private static Optional<Finding> certificate(Examination examination, Facts facts) {
    return facts
        .certificateEnd()
        .map(end -> Duration.between(examination.when(), end))
        .filter(left -> left.compareTo(SOON) < 0)
        .map(left -> new Finding(
            left.compareTo(VERY_SOON) < 0 ? Severity.FAULT : Severity.WARNING,
            "certificate",
            facts.server(),
            "its certificate ends in " + Amounts.time(left),
            "from then on no new connection is made: at the next restart on either side the server"
                + " is gone",
            "put the new certificate into its files, and tell it to read them: refresh_certs"));
  }
}
