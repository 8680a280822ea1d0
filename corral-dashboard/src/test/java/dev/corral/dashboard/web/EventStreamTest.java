package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.corral.dashboard.web.Rig.Answer;
import dev.corral.dashboard.web.Rig.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EventStreamTest {
  @Test
  void whoComesIsToldTheLastOfEachTopicAndThenWhatIsNew() {
    try (Rig rig = Rig.open()) {
      rig.broadcast.tell("about", Map.of("title", "memory"));
      rig.broadcast.tell("tick", 1);
      rig.broadcast.tell("tick", 2);
      try (Watch watch = rig.watch()) {
        assertThat(watch.next("HTTP/1.1 ")).startsWith("200");
        assertThat(watch.next("Content-type: ")).isEqualTo("text/event-stream");
        assertThat(watch.next("retry: ")).isEqualTo("1000");
        assertThat(watch.next("event: ")).isEqualTo("about");
        assertThat(watch.next("data: ")).isEqualTo("{\"title\":\"memory\"}");
        assertThat(watch.next("event: ")).isEqualTo("tick");
        assertThat(watch.next("data: ")).isEqualTo("2");
        rig.broadcast.tell("tick", 3);
        assertThat(watch.next("data: ")).isEqualTo("3");
      }
    }
  }

  @Test
  void whatIsInBetweenIsToldToKeepNothingBack() {
    try (Rig rig = Rig.open();
        Watch watch = rig.watch()) {
      assertThat(watch.next("X-accel-buffering: ")).isEqualTo("no");
    }
  }

  @Test
  void whenNothingHappensAHeartbeatIsSent() {
    try (Rig rig = Rig.beating(Duration.ofMillis(20));
        Watch watch = rig.watch()) {
      assertThat(watch.next("retry: ")).isEqualTo("1000");
      assertThat(watch.next(":")).isEmpty();
      assertThat(watch.next(":")).isEmpty();
    }
  }

  @Test
  void whoIsGoneIsFoundOutByTheHeartbeat() {
    try (Rig rig = Rig.beating(Duration.ofMillis(20))) {
      try (Watch watch = rig.watch()) {
        assertThat(watch.next("retry: ")).isEqualTo("1000");
        assertThat(rig.viewers).hasValue(1);
      }
      await(() -> rig.viewers.get() == 0);
    }
  }

  @Test
  void whoDoesNotReadHindersNobodyAndKeepsNothingFromEnding() {
    String much = "x".repeat(1_000_000);
    try (Rig rig = Rig.open();
        Watch slow = rig.watch();
        Watch quick = rig.watch()) {
      assertThat(slow.next("retry: ")).isEqualTo("1000");
      for (int i = 0; i < 50; i++) {
        rig.broadcast.tell("much", much);
        rig.broadcast.tell("tick", i);
        assertThat(quick.next("event: tick")).isEmpty();
        assertThat(quick.next("data: ")).isEqualTo(String.valueOf(i));
      }
      assertThat(rig.broadcast.viewers()).isEqualTo(2);
      assertTimeout(Duration.ofSeconds(10), rig.server::close);
      await(() -> rig.viewers.get() == 0);
    }
  }

  @Test
  void onlySoManyLookOnAtOnce() {
    try (Rig rig = Rig.beating(Duration.ofMillis(20))) {
      List<Watch> watches = new ArrayList<>();
      for (int i = 0; i < Broadcast.MOST_VIEWERS; i++) {
        Watch watch = rig.watch();
        assertThat(watch.next("retry: ")).isEqualTo("1000");
        watches.add(watch);
      }
      assertThat(rig.get("/events"))
          .returns(503, Answer::status)
          .returns(
              "the dashboard is shown on 32 pages already: close one of them, then reload this"
                  + " one\n",
              Answer::body);
      assertThat(rig.get("/").status()).isEqualTo(200);
      watches.remove(0).close();
      await(() -> rig.viewers.get() < Broadcast.MOST_VIEWERS);
      try (Watch watch = rig.watch()) {
        assertThat(watch.next("retry: ")).isEqualTo("1000");
      }
      watches.forEach(Watch::close);
    }
  }

  @Test
  void theEndOfTheServerIsTheEndOfTheStream() {
    try (Rig rig = Rig.open();
        Watch watch = rig.watch()) {
      assertThat(watch.next("retry: ")).isEqualTo("1000");
      rig.server.close();
      assertThat(watch.next("event: ")).isNull();
      await(() -> rig.viewers.get() == 0);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Rig.PATIENCE.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
