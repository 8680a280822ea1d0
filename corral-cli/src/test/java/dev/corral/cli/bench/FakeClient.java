package dev.corral.cli.bench;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A client whose server is a map. Reads are answered when they are asked, writes by hand. */
final class FakeClient implements Client {
  final Map<String, byte[]> items = new ConcurrentHashMap<>();
  /** Writes that are not answered yet; they are answered at once where it is null. */
  @Nullable
  Deque<CompletableFuture<Boolean>> unanswered;

  @Override
  public byte @Nullable [] get(String key) {
    return items.get(key);
  }

  @Override
  public Collection<?> multiGet(List<String> keys) {
    return keys.stream().map(items::get).filter(Objects::nonNull).toList();
  }

  @Override
  public CompletableFuture<byte @Nullable []> getAsync(String key) {
    return CompletableFuture.completedFuture(items.get(key));
  }

  @Override
  public CompletableFuture<?> setAsync(String key, byte[] value) {
    items.put(key, value);
    if (unanswered == null) {
      return CompletableFuture.completedFuture(true);
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    unanswered.add(answer);
    return answer;
  }

  @Override
  public boolean isStored(@Nullable Object answer) {
    return Boolean.TRUE.equals(answer);
  }

  /** From now on writes wait for their answers. */
  Deque<CompletableFuture<Boolean>> holdAnswers() {
    Deque<CompletableFuture<Boolean>> held = new ArrayDeque<>();
    unanswered = held;
    return held;
  }

  @Override
  public void close() {}
}
