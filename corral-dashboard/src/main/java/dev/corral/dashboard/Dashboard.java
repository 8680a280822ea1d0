package dev.corral.dashboard;

import dev.corral.Corral;
import dev.corral.dashboard.subject.Subject;
import java.net.URI;
import java.util.function.UnaryOperator;

/** A web page on a corral. */
public final class Dashboard implements AutoCloseable {
  private Dashboard() {}

  /**
   * Serves.
   *
   * @param corral corral
   * @param port port
   * @return it
   */
  public static Dashboard serve(Corral corral, int port) {
    return new Dashboard();
  }

  /**
   * Serves.
   *
   * @param corral corral
   * @param options options
   * @return it
   */
  public static Dashboard serve(Corral corral, UnaryOperator<DashboardOptions> options) {
    return new Dashboard();
  }

  /**
   * Serves.
   *
   * @param subject subject
   * @param options options
   * @return it
   */
  @SuppressWarnings("exports") // for the corral command, which is shared what a subject is
  public static Dashboard serve(Subject subject, UnaryOperator<DashboardOptions> options) {
    return new Dashboard();
  }

  /**
   * Where.
   *
   * @return where
   */
  public URI uri() {
    return URI.create("http://127.0.0.1:7070/");
  }

  @Override
  public void close() {}
}
