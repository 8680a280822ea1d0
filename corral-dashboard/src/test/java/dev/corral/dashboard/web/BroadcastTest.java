package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadcastTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<Integer> numbers = new ArrayList<>();
  private final Broadcast broadcast = new Broadcast(numbers::add);

  @Test
  void aSlowReaderIsToldTheNewestOfEachTopic() throws InterruptedException {
    broadcast.tell("ring", 1);
    Viewer viewer = broadcast.join().orElseThrow();
    broadcast.tell("tick", 1);
    broadcast.tell("ring", 2);
    broadcast.tell("tick", 2);
    assertThat(viewer.news(PATIENCE)).contains("event: ring\ndata: 2\n\nevent: tick\ndata: 2\n\n");
    broadcast.tell("tick", 3);
    assertThat(viewer.news(PATIENCE)).contains("event: tick\ndata: 3\n\n");
    assertThat(viewer.news(Duration.ZERO)).contains("");
  }

  @Test
  void theNumberOfViewersIsReportedWhenItChanges() {
    Viewer one = broadcast.join().orElseThrow();
    Viewer other = broadcast.join().orElseThrow();
    assertThat(broadcast.viewers()).isEqualTo(2);
    broadcast.leave(one);
    broadcast.leave(other);
    assertThat(numbers).containsExactly(1, 2, 1, 0);
  }

  @Test
  void whoIsReportedToMayTellSomething() throws InterruptedException {
    List<Broadcast> self = new ArrayList<>();
    self.add(new Broadcast(viewers -> self.get(0).tell("viewers", viewers)));
    Viewer viewer = self.get(0).join().orElseThrow();
    assertThat(viewer.news(PATIENCE)).contains("event: viewers\ndata: 1\n\n");
  }

  @Test
  void whenItIsOverItIsSoForAllAndNobodyComesIn() throws InterruptedException {
    Viewer viewer = broadcast.join().orElseThrow();
    broadcast.tell("tick", 1);
    broadcast.close();
    broadcast.close();
    assertThat(viewer.news(PATIENCE)).isEmpty();
    assertThat(broadcast.join()).isEmpty();
  }
}
