package dev.corral.cli.demo.page;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.dashboard.Dashboard;
import dev.corral.memcached.MemcachedStore;
import java.net.URI;
import java.util.List;

/** Serves a show to browsers on this machine, until it is closed. */
public final class DemoPage implements AutoCloseable {
  private final MemcachedStore store;
  private final Dashboard dashboard;
  private final Story story;

  private DemoPage(MemcachedStore store, Dashboard dashboard, Story story) {
    this.store = store;
    this.dashboard = dashboard;
    this.story = story;
  }

  /**
   * Serves it.
   *
   * @param port where on the loopback interface; 0 for any that is free
   * @param uri the servers that are shown
   * @param scenes all that will be played
   * @param backstage what is shown beside the story
   * @param onViewer is called whenever somebody looks, by any thread
   * @throws dev.corral.fault.ConfigurationException if the port can't be had
   */
  public static DemoPage open(
      int port, String uri, List<Scene> scenes, Backstage backstage, Runnable onViewer) {
    MemcachedStore store = MemcachedStore.open(uri);
    try {
      DemoSubject subject = new DemoSubject(store, backstage, onViewer);
      Dashboard dashboard = Dashboard.serve(subject, options -> options.port(port));
      return new DemoPage(store, dashboard, new Story(scenes, subject::tell));
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** Where a browser finds it. */
  public URI uri() {
    return dashboard.uri();
  }

  /** Those who look. */
  public Audience viewers() {
    return story;
  }

  @Override
  public void close() {
    dashboard.close();
    store.close();
  }
}
