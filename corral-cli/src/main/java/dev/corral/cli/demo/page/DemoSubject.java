package dev.corral.cli.demo.page;

import dev.corral.dashboard.subject.Subject;
import dev.corral.metric.CorralStats;
import dev.corral.namespace.Namespaces;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The demo with all of its processes. Its caches are those of the runs with Corral: what the usual
 * code does is in the story, and on the servers.
 */
final class DemoSubject implements Subject {
  private final Site site;
  private final Backstage backstage;
  private final Runnable onViewer;
  private volatile Consumer<Object> teller = told -> {};

  DemoSubject(BasicStore store, Backstage backstage, Runnable onViewer) {
    this.site = Site.on(store);
    this.backstage = backstage;
    this.onViewer = onViewer;
  }

  @Override
  public String title() {
    return "the demo";
  }

  @Override
  public Optional<CorralStats> stats() {
    return Optional.of(backstage.counted());
  }

  @Override
  public BasicStore store() {
    return site.store();
  }

  /** Of their own: those of the run close with it, in the middle of whatever they are asked. */
  @Override
  public Optional<Namespaces> namespaces() {
    return backstage.prefix().map(prefix -> Namespaces.on(site.prefix(prefix), usual -> usual));
  }

  @Override
  public boolean tellsStory(Consumer<Object> to) {
    teller = to;
    return true;
  }

  void tell(Object story) {
    teller.accept(story);
  }

  @Override
  public void viewersAre(int viewers) {
    if (viewers > 0) {
      onViewer.run();
    }
  }
}
