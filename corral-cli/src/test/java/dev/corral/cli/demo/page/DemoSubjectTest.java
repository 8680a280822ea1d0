package dev.corral.cli.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.KeyPrefix;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import dev.corral.metric.CorralStats;
import dev.corral.metric.Latencies;
import dev.corral.namespace.Namespaces;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DemoSubjectTest {
  private final MemoryStore store = MemoryStore.create();
  private final Backstage backstage = new Backstage();
  private final AtomicInteger looked = new AtomicInteger();
  private final DemoSubject subject = new DemoSubject(store, backstage, looked::incrementAndGet);

  private static CorralStats hits(long count) {
    Latencies none = Latencies.none();
    return new CorralStats(
        Map.of("page-0", CacheStats.of(Map.of(Kind.HIT, count), none, none)),
        CorralStats.NONE.atomicCaches(),
        CorralStats.NONE.namespaces());
  }

  @Test
  void allThatWasCountedInAllRunsIsShown() {
    assertThat(subject.stats().orElseThrow().caches()).isEmpty();
    backstage.plays("one");
    backstage.counts(hits(3));
    backstage.plays("two");
    backstage.counts(hits(4));

    assertThat(subject.stats().orElseThrow().caches().values())
        .extracting(cache -> cache.count(Kind.HIT))
        .containsExactly(7L);
    assertThat(subject.store()).isSameAs(store);
    assertThat(subject.title()).isEqualTo("the demo");
  }

  @Test
  void theNamespacesAreThoseOfTheRunThatIsPlayedAndNothingIsBegunByLooking() {
    assertThat(subject.namespaces()).isEmpty();
    backstage.plays("one");
    assertThat(subject.namespaces().orElseThrow().peekEvidence()).isEmpty();

    Namespaces ofTheRun = Namespaces.on(Site.on(store).prefix("one"), usual -> usual);
    ofTheRun.namespace("user", 1).invalidate();
    assertThat(subject.namespaces().orElseThrow().peekEvidence())
        .hasValueSatisfying(evidence -> assertThat(evidence.touchedBits()).isPositive());

    backstage.plays("two");
    assertThat(subject.namespaces().orElseThrow().peekEvidence()).isEmpty();
    assertThat(store.get(KeyPrefix.of("two").key("corral-evidence")).join())
        .isEqualTo(store.get(KeyPrefix.of("two").key("nothing")).join());
  }

  @Test
  void theStoryGoesToWhoWantsIt() {
    List<Object> heard = new ArrayList<>();
    subject.tell("nobody hears this");
    assertThat(subject.tellsStory(heard::add)).isTrue();
    subject.tell("this");

    assertThat(heard).containsExactly("this");
  }

  @Test
  void thatSomebodyLooksIsSaid() {
    subject.viewersAre(0);
    assertThat(looked).hasValue(0);
    subject.viewersAre(2);
    assertThat(looked).hasValue(1);
  }
}
