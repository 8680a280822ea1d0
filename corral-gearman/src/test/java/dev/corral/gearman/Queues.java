package dev.corral.gearman;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.queue.Job;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** Short words for a queue under test. */
final class Queues {
  /** What even a busy machine will do in that time. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  static final Duration CONNECT = PATIENCE;
  static final Duration DEADLINE = PATIENCE.multipliedBy(2);
  static final Duration HEARTBEAT = PATIENCE.multipliedBy(3);
  static final Duration PAUSE = Duration.ofMillis(1);

  private Queues() {}

  /** A queue that is patient, and makes lost connections anew at once. */
  static GearmanQueue open(ScriptedGearmand server) {
    return open(options -> options, server);
  }

  static GearmanQueue open(UnaryOperator<GearmanOptions> changes, ScriptedGearmand... servers) {
    return GearmanQueue.open(
        ServerList.of(Arrays.stream(servers).map(ScriptedGearmand::server).toList()),
        options -> changes.apply(options
            .connectTimeout(CONNECT)
            .heartbeat(HEARTBEAT)
            .deadline(DEADLINE)
            .reconnectAfter(PAUSE, PAUSE)));
  }

  static Job job(String id) {
    return Job.of("f", id, new byte[] {1, 0, 2});
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  /** What comes of it, or throws its fault as it is. */
  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new AssertionError(e);
    } catch (TimeoutException e) {
      throw new AssertionError("not completed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
