package dev.corral.dashboard;

import dev.corral.Corral;
import dev.corral.check.Argument;
import dev.corral.dashboard.sample.Sampler;
import dev.corral.dashboard.subject.Subject;
import dev.corral.dashboard.web.Broadcast;
import dev.corral.dashboard.web.WebServer;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.UnaryOperator;

/**
 * A web page on a corral, in one line of the application: {@code Dashboard.serve(corral, 7070)}.
 *
 * <p>It shows how often the caches of this process are asked and what they answer, how often values
 * are loaded, and how long that takes; each memcached server's health and traffic; the ring, with
 * the place of any key on it and what a change of servers would move; and of namespaces the
 * evidence, the rolling flush and the invalidations. It changes nothing: there is no request to it
 * that does.
 *
 * <p>All who use this machine may look, and nobody else: it listens on the loopback address.
 * Elsewhere it listens only with a {@linkplain DashboardOptions#token token}. It shows no keys and
 * no values, but names of caches, fields and servers.
 *
 * <p>It costs one snapshot of the counts each second, of which it keeps five minutes. While
 * somebody looks, it also asks each server for its statistics and reads the evidence, once each
 * second, by the corral's own connections; the servers count such requests like all others. At most
 * 32 pages can look on at once, and most browsers open no more than six of them.
 *
 * <p>Its threads are daemons: one that counts, one that listens, one for each page that looks on,
 * and some that ask servers and answer requests, for as long as there are any. Safe for use by many
 * threads.
 */
public final class Dashboard implements AutoCloseable {
  private final Sampler sampler;
  private final WebServer server;
  private final URI uri;

  private Dashboard(Subject subject, DashboardOptions options) throws IOException {
    Broadcast broadcast = new Broadcast(this::viewersAre);
    this.sampler = new Sampler(subject, broadcast::tell);
    InetSocketAddress place = options.place();
    try {
      sampler.start();
      this.server =
          WebServer.start(place, options.token().orElse(null), broadcast, sampler.questions());
    } catch (IOException | RuntimeException e) {
      sampler.close();
      throw e;
    }
    this.uri = uri(place.getAddress(), server.port());
  }

  private void viewersAre(int viewers) {
    sampler.viewersAre(viewers);
  }

  /**
   * Serves a page on a corral to all who use this machine: at {@code http://127.0.0.1:port/}.
   *
   * @param corral what to show; it stays open when the dashboard closes, and closes before or after
   * @param port 0 for one that is free, to 65535
   * @return the dashboard, which is there until it is closed
   * @throws ConfigurationException if the port is taken, or there is no such one
   */
  public static Dashboard serve(Corral corral, int port) {
    return serve(corral, options -> options.port(port));
  }

  /**
   * Serves a page on a corral.
   *
   * @param corral what to show; it stays open when the dashboard closes, and closes before or after
   * @param options changes the options: where, and to whom
   * @return the dashboard, which is there until it is closed
   * @throws ConfigurationException if the options make no sense, naming all that does not; or if
   *     the port is taken, or the address not this machine's
   */
  public static Dashboard serve(Corral corral, UnaryOperator<DashboardOptions> options) {
    DashboardOptions chosen = chosen(options);
    return serve(
        CorralSubject.of(Argument.required("corral", corral), chosen.namespaces()), chosen);
  }

  /**
   * Serves a page on what is no corral of this process. For the {@code corral} command.
   *
   * @param subject what to show, its namespaces too; it stays as it is when the dashboard closes
   * @param options changes the options: where, and to whom
   * @return the dashboard, which is there until it is closed
   * @throws ConfigurationException if the options make no sense, naming all that does not; or if
   *     the port is taken, or the address not this machine's
   */
  @SuppressWarnings("exports") // for the corral command, which is shared what a subject is
  public static Dashboard serve(Subject subject, UnaryOperator<DashboardOptions> options) {
    return serve(Argument.required("subject", subject), chosen(options));
  }

  private static DashboardOptions chosen(UnaryOperator<DashboardOptions> options) {
    return Argument.changed("options", options, new DashboardOptions()).validated();
  }

  private static Dashboard serve(Subject subject, DashboardOptions options) {
    try {
      return new Dashboard(subject, options);
    } catch (IOException e) {
      InetSocketAddress place = options.place();
      throw new ConfigurationException(
          "the dashboard can't listen on " + place.getHostString() + " port " + place.getPort()
              + " (" + e.getMessage()
              + "): choose another port, 0 for one that is free, or another address",
          e);
    }
  }

  private static URI uri(InetAddress address, int port) {
    InetAddress reached = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
    String host = reached.getHostAddress();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/");
  }

  /**
   * Where the page is, as this machine's browsers reach it.
   *
   * @return such as {@code http://127.0.0.1:7070/}
   */
  public URI uri() {
    return uri;
  }

  /**
   * Ends all pages' streams, frees the port and stops the threads, within a moment. The corral
   * stays open. Closing it again does nothing.
   */
  @Override
  public void close() {
    server.close();
    sampler.close();
  }
}
