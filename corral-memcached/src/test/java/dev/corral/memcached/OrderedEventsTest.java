package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.Server;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OrderedEventsTest {
  private static final Server SERVER = Server.parse("a:1");

  private static NodeEvent event(int number) {
    return new NodeEvent.Ejected(SERVER, number);
  }

  @Test
  void nothingIsToldByTheThreadThatItHappensOn() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    List<NodeEvent> told = new ArrayList<>();
    OrderedEvents events = new OrderedEvents(told::add, tasks::add);

    events.accept(event(1));
    events.accept(event(2));

    assertThat(told).isEmpty();
    assertThat(tasks).hasSize(1);
    tasks.remove().run();
    assertThat(told).containsExactly(event(1), event(2));
  }

  @Test
  void theyAreToldOneAfterTheOtherHoweverManyThreadsThereAre() throws InterruptedException {
    int count = 2_000;
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      Queue<NodeEvent> told = new ConcurrentLinkedQueue<>();
      CountDownLatch all = new CountDownLatch(count);
      OrderedEvents events = new OrderedEvents(
          event -> {
            told.add(event);
            all.countDown();
          },
          executor);

      List<NodeEvent> expected = new ArrayList<>();
      for (int i = 1; i <= count; i++) {
        expected.add(event(i));
        events.accept(event(i));
      }

      assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(told).containsExactlyElementsOf(expected);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void whatAListenerThrowsKeepsNothingFromBeingTold() {
    List<NodeEvent> told = new ArrayList<>();
    Queue<Runnable> tasks = new ArrayDeque<>();
    OrderedEvents events = new OrderedEvents(
        event -> {
          told.add(event);
          if (told.size() == 1) {
            throw new IllegalStateException("first");
          }
          throw new AssertionError("second");
        },
        tasks::add);

    List.of(event(1), event(2), event(3)).forEach(events);
    tasks.remove().run();

    assertThat(told).containsExactly(event(1), event(2), event(3));
  }

  @Test
  void anExecutorThatIsFullForAMomentMakesTheListenerMissNoLaterEvents() {
    List<NodeEvent> told = new ArrayList<>();
    Queue<RuntimeException> refusals = new ArrayDeque<>(List.of(new RejectedExecutionException()));
    OrderedEvents events = new OrderedEvents(told::add, task -> {
      RuntimeException refusal = refusals.poll();
      if (refusal != null) {
        throw refusal;
      }
      task.run();
    });

    events.accept(event(1));
    events.accept(event(2));

    assertThat(told).containsExactly(event(2));
  }
}
