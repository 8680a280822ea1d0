package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.BasicStore;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link BasicStore} must do. A store's test extends this class, or
 * {@link StoreContract} where the store is a {@link dev.corral.store.Store}. The tests use keys of
 * their own, so that they can run on a server that holds other things.
 */
public abstract class BasicStoreContract {
  private static final AtomicLong KEYS = new AtomicLong(System.nanoTime() & Long.MAX_VALUE);

  private BasicStore basicStore;

  /** Creates the test; JUnit does. */
  // The store is opened before each test, as is JUnit's way.
  @SuppressWarnings("NullAway.Init")
  protected BasicStoreContract() {}

  /**
   * Opens a store to be tested. It is closed after the test.
   *
   * @return the store
   */
  protected abstract BasicStore open();

  /**
   * Lets time pass for the store: moves its ticker, or waits.
   *
   * @param time at least how much
   */
  protected abstract void pass(Duration time);

  @BeforeEach
  void openStore() {
    basicStore = open();
  }

  @AfterEach
  void closeStore() {
    basicStore.close();
  }

  BasicStore basicStore() {
    return basicStore;
  }

  /** A key that no test has used. */
  static Key freshKey() {
    return Key.raw("contract:" + KEYS.incrementAndGet());
  }

  @Test
  void aKeyThatWasNeverSetIsAMiss() {
    assertThat(await(basicStore.get(freshKey()))).isEqualTo(Miss.MISS);
  }

  @Test
  void whatWasSetIsRead() {
    Key key = freshKey();
    await(basicStore.set(key, bytes("one"), Ttl.NEVER));
    assertThat(read(key)).isEqualTo("one");
    await(basicStore.set(key, bytes("two"), Ttl.NEVER));
    assertThat(read(key)).isEqualTo("two");
  }

  @Test
  void anEmptyValueIsFound() {
    Key key = freshKey();
    await(basicStore.set(key, new byte[0], Ttl.NEVER));
    assertThat(read(key)).isEmpty();
  }

  @Test
  void everyByteComesBackAsItIs() {
    byte[] value = new byte[4096];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (i * 7);
    }
    value[value.length - 2] = '\r';
    value[value.length - 1] = '\n';
    Key key = freshKey();
    await(basicStore.set(key, value, Ttl.NEVER));
    assertThat(item(await(basicStore.get(key))).value()).isEqualTo(value);
  }

  @Test
  void everyKindOfKeyNamesAnItemOfItsOwn() {
    long number = KEYS.incrementAndGet();
    byte[] noText = ("contract \r\n\0" + number).getBytes(StandardCharsets.UTF_8);
    Key binary = Key.binary(noText);
    List<Key> keys = List.of(
        binary,
        Key.raw(new String(binary.bytes(), StandardCharsets.US_ASCII)),
        Key.of("contract", number),
        Key.of("contract", String.valueOf(number)),
        Key.of("contract", "%:ä ".repeat(100) + number),
        Key.binary(String.valueOf(number).repeat(30).getBytes(StandardCharsets.UTF_16)));
    assertThat(binary.isBinary()).isTrue();
    for (int i = 0; i < keys.size(); i++) {
      await(basicStore.set(keys.get(i), bytes("value " + i), Ttl.NEVER));
    }
    for (int i = 0; i < keys.size(); i++) {
      assertThat(read(keys.get(i))).isEqualTo("value " + i);
    }
  }

  @Test
  void theStoreKeepsNoArrayThatItWasGivenAndHandsOutNoneOfItsOwn() {
    Key key = freshKey();
    byte[] given = bytes("one");
    await(basicStore.set(key, given, Ttl.NEVER));
    given[0] = 'X';
    item(await(basicStore.get(key))).value()[1] = 'X';
    assertThat(read(key)).isEqualTo("one");
  }

  @Test
  void addStoresOnlyWhereThereIsNothing() {
    Key key = freshKey();
    assertThat(await(basicStore.add(key, bytes("one"), Ttl.NEVER))).isTrue();
    assertThat(await(basicStore.add(key, bytes("two"), Ttl.NEVER))).isFalse();
    assertThat(read(key)).isEqualTo("one");
  }

  @Test
  void addStoresAgainAfterADelete() {
    Key key = freshKey();
    await(basicStore.add(key, bytes("one"), Ttl.NEVER));
    await(basicStore.delete(key));
    assertThat(await(basicStore.add(key, bytes("two"), Ttl.NEVER))).isTrue();
    assertThat(read(key)).isEqualTo("two");
  }

  @Test
  void deleteTellsWhetherThereWasAnItem() {
    Key key = freshKey();
    assertThat(await(basicStore.delete(key))).isFalse();
    await(basicStore.set(key, bytes("one"), Ttl.NEVER));
    assertThat(await(basicStore.delete(key))).isTrue();
    assertThat(await(basicStore.get(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void anItemIsGoneAfterItsTtl() {
    Key key = freshKey();
    Key endless = freshKey();
    await(basicStore.set(key, bytes("one"), Ttl.seconds(2)));
    await(basicStore.set(endless, bytes("one"), Ttl.NEVER));
    assertThat(read(key)).isEqualTo("one");
    pass(Duration.ofSeconds(2));
    assertThat(await(basicStore.get(key))).isEqualTo(Miss.MISS);
    assertThat(await(basicStore.delete(key))).isFalse();
    assertThat(read(endless)).isEqualTo("one");
  }

  @Test
  void addStoresOverAnItemWhoseTtlIsOver() {
    Key key = freshKey();
    await(basicStore.add(key, bytes("one"), Ttl.seconds(1)));
    pass(Duration.ofSeconds(1));
    assertThat(await(basicStore.add(key, bytes("two"), Ttl.NEVER))).isTrue();
    assertThat(read(key)).isEqualTo("two");
  }

  @Test
  void theLongestTtlIsNoDateInThePast() {
    for (int days : new int[] {30, 31, 4_000, 36_500}) {
      Key key = freshKey();
      await(basicStore.set(key, bytes("one"), Ttl.of(Duration.ofDays(days))));
      assertThat(read(key)).as("%s days", days).isEqualTo("one");
    }
  }

  @Test
  void ofManyWhoAddAtOnceOneSucceeds() throws Exception {
    int threads = 8;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    CyclicBarrier start = new CyclicBarrier(threads);
    try {
      for (int round = 0; round < 50; round++) {
        Key key = freshKey();
        Callable<Boolean> add = () -> {
          start.await();
          return await(basicStore.add(key, bytes("mine"), Ttl.NEVER));
        };
        List<Future<Boolean>> added = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          added.add(executor.submit(add));
        }
        int winners = 0;
        for (Future<Boolean> one : added) {
          winners += one.get() ? 1 : 0;
        }
        assertThat(winners).isEqualTo(1);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void whatIsAskedOfAClosedStoreFailsAsUnavailable() {
    Key key = freshKey();
    basicStore.close();
    basicStore.close();
    for (CompletableFuture<?> refused : List.of(
        basicStore.get(key),
        basicStore.set(key, bytes("one"), Ttl.NEVER),
        basicStore.add(key, bytes("one"), Ttl.NEVER),
        basicStore.delete(key))) {
      assertThatThrownBy(() -> await(refused)).isInstanceOf(UnavailableException.class);
    }
  }

  private String read(Key key) {
    return text(item(await(basicStore.get(key))));
  }

  static Item item(GetOutcome outcome) {
    assertThat(outcome).isInstanceOf(Item.class);
    return (Item) outcome;
  }

  static String text(Item item) {
    return new String(item.value(), StandardCharsets.UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static <T> T await(CompletableFuture<T> future) {
    AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
    try {
      // As a callback sees it: a fault is a CorralException itself, not wrapped in another.
      return future.whenComplete((value, thrown) -> fault.set(thrown)).get(10, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (fault.get() instanceof CorralException expected) {
        throw expected;
      }
      throw new AssertionError("a store's faults are CorralExceptions", e);
    } catch (TimeoutException e) {
      throw new AssertionError("the future did not complete in 10 s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
