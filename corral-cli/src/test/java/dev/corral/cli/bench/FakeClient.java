package dev.corral.cli.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A client whose server is a map. Reads are answered when they are asked, writes by hand. */
final class FakeClient implements Client {
  final Map<String, byte[]> items = new ConcurrentHashMap<>();
  /** Writes that are not answered yet; they are answered at once where it is null. */
  @Nullable
  Deque<CompletableFuture<?>> unanswered;

  @Override
  public byte @Nullable [] get(String key) {
    return items.get(key);
  }

  @Override
  public int multiGet(List<String> keys) {
    return (int) keys.stream().filter(items::containsKey).count();
  }

  @Override
  public CompletableFuture<byte @Nullable []> getAsync(String key) {
    return CompletableFuture.completedFuture(items.get(key));
  }

  @Override
  public CompletableFuture<?> setAsync(String key, byte[] value) {
    items.put(key, value);
    if (unanswered == null) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<?> answer = new CompletableFuture<>();
    unanswered.add(answer);
    return answer;
  }

  /** From now on writes wait for their answers. */
  Deque<CompletableFuture<?>> holdAnswers() {
    Deque<CompletableFuture<?>> held = new ArrayDeque<>();
    unanswered = held;
    return held;
  }

  @Override
  public void close() {}
}
