package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.HostResolver;
import dev.corral.ring.ServerList;
import dev.corral.store.Miss;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Servers are called by names, whose addresses are looked up anew for each attempt. */
class NamesIT {
  private static final Key KEY = Key.raw("names");

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  private final AtomicInteger asked = new AtomicInteger();

  private MemcachedStore open(HostResolver resolver) {
    ServerList servers =
        ServerList.parseAddresses("cache.example:" + SERVER.address().getPort());
    return MemcachedStore.open(
        servers,
        options -> options
            .connectTimeout(Duration.ofMillis(200))
            .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(10))
            .resolver(resolver));
  }

  private static InetAddress[] loopback() {
    return new InetAddress[] {SERVER.address().getAddress()};
  }

  @Test
  void aNameThatIsFoundLaterIsFound() {
    try (MemcachedStore store = open(host -> {
      if (asked.incrementAndGet() < 5) {
        throw new UnknownHostException(host);
      }
      return loopback();
    })) {
      assertThatThrownBy(store.get(KEY)::join)
          .hasCauseInstanceOf(UnavailableException.class)
          .hasMessageContaining("no address was found for cache.example");
      awaitAnswer(store);
      assertThat(asked).hasValue(5);
    }
  }

  @Test
  void aResolverThatBreaksIsAskedAgain() {
    try (MemcachedStore store = open(host -> {
      if (asked.incrementAndGet() < 3) {
        throw new LinkageError("no such library");
      }
      return loopback();
    })) {
      awaitAnswer(store);
    }
  }

  @Test
  void aResolverThatHangsIsAskedOnceAndKeepsNobodyWaiting() {
    CountDownLatch found = new CountDownLatch(1);
    try (MemcachedStore store = open(host -> {
      asked.incrementAndGet();
      awaitLatch(found);
      return loopback();
    })) {
      // Several attempts, each given up by its timeout.
      Memcached.awaitUntil(
          "some attempts", () -> isRefused(store) && store.nodes().get(0).errors() > 200);
      assertThat(asked).hasValue(1);
      found.countDown();
      awaitAnswer(store);
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isRefused(MemcachedStore store) {
    try {
      store.get(KEY).join();
      return false;
    } catch (CompletionException e) {
      return true;
    }
  }

  private static void awaitAnswer(MemcachedStore store) {
    Memcached.awaitUntil("an answer", () -> !isRefused(store));
    assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
  }
}
