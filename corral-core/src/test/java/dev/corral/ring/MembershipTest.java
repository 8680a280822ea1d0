package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MembershipTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Membership membership =
      new Membership(ServerList.parseAddresses("a,b"), Dialect.LIBKETAMA);
  private final List<String> told = new ArrayList<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void everyChangeMakesAnotherRing() {
    Ring first = membership.ring();

    assertThat(membership.add(Server.parse("c")))
        .hasToString("libketama [a:11211, b:11211, c:11211]");
    assertThat(membership.remove("a")).hasToString("libketama [b:11211, c:11211]");
    assertThat(membership.reweigh("c", 3).servers().servers().get(1).weight()).isEqualTo(3);
    Ring last = membership.replace(ServerList.parseAddresses("d"));

    assertThat(membership.ring()).isSameAs(last).hasToString("libketama [d:11211]");
    assertThat(first).hasToString("libketama [a:11211, b:11211]");
  }

  @Test
  void listenersHearOfEachChangeOnce() {
    Membership.Listener listener = recorder();
    membership.addListener(listener);

    membership.add(Server.parse("c"));
    membership.remove("a");
    membership.removeListener(listener);
    membership.remove("b");

    assertThat(told)
        .containsExactly(
            "[a:11211, b:11211] -> [a:11211, b:11211, c:11211]",
            "[a:11211, b:11211, c:11211] -> [b:11211, c:11211]");
  }

  @Test
  void anEqualListIsNoChange() {
    membership.addListener(recorder());
    Ring before = membership.ring();

    assertThat(membership.replace(ServerList.parseAddresses("a,b"))).isSameAs(before);
    assertThat(told).isEmpty();
  }

  @Test
  void aChangeThatCannotBeMadeLeavesAllAsItWas() {
    membership.addListener(recorder());
    Ring before = membership.ring();

    assertThatThrownBy(() -> membership.add(Server.parse("b:11211")))
        .isInstanceOf(ServerListException.class);
    assertThatThrownBy(() -> membership.remove("z")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> membership.reweigh("a", 0))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(membership.ring()).isSameAs(before);
    assertThat(told).isEmpty();
  }

  @Test
  void theLastServerCannotBeRemoved() {
    membership.remove("a");

    assertThatThrownBy(() -> membership.remove("b")).isInstanceOf(ServerListException.class);
    assertThat(membership.ring()).hasToString("libketama [b:11211]");
  }

  @Test
  void aListenerThatFailsStopsNobody() {
    membership.addListener((before, after) -> {
      throw new IllegalStateException("not today");
    });
    membership.addListener((before, after) -> {
      throw new AssertionError("never");
    });
    membership.addListener(recorder());

    membership.remove("a");

    assertThat(told).containsExactly("[a:11211, b:11211] -> [b:11211]");
  }

  @Test
  void aListenerThatChangesTheMembershipKeepsTheOrderForAll() {
    membership.addListener((before, after) -> {
      if (after.servers().size() == 1) {
        membership.add(Server.parse("c"));
      }
    });
    membership.addListener(recorder());

    membership.remove("a");

    assertThat(told)
        .containsExactly("[a:11211, b:11211] -> [b:11211]", "[b:11211] -> [b:11211, c:11211]");
  }

  @Test
  void aSlowListenerHoldsUpNeitherReadersNorOtherChanges() throws Exception {
    SlowListener listener = new SlowListener();
    membership.addListener(listener);
    membership.addListener(recorder());

    Future<Ring> slow = threads.submit(() -> membership.remove("a"));
    await(listener.isTold);
    Ring changed = membership.add(Server.parse("c"));

    assertThat(membership.ring()).isSameAs(changed).hasToString("libketama [b:11211, c:11211]");
    assertThat(slow).isNotDone();
    listener.mayGoOn.countDown();
    slow.get();
    assertThat(told)
        .containsExactly("[a:11211, b:11211] -> [b:11211]", "[b:11211] -> [b:11211, c:11211]");
  }

  @Test
  void aListenerHearsOfNoChangeThatWasMadeBeforeItWasAdded() throws Exception {
    SlowListener listener = new SlowListener();
    membership.addListener(listener);
    Future<Ring> slow = threads.submit(() -> membership.remove("a"));
    await(listener.isTold);
    membership.add(Server.parse("c"));

    // Both changes are made by now, and the second is not told yet.
    Ring joined = membership.addListener(recorder());
    membership.add(Server.parse("d"));
    listener.mayGoOn.countDown();
    slow.get();

    assertThat(joined).hasToString("libketama [b:11211, c:11211]");
    assertThat(told).containsExactly("[b:11211, c:11211] -> [b:11211, c:11211, d:11211]");
  }

  @Test
  void theFirstChangeThatAListenerHearsOfBeginsWhereItWasAdded() throws Exception {
    int count = 100;
    CyclicBarrier together = new CyclicBarrier(2);
    Future<Void> changes = threads.submit(() -> {
      together.await();
      for (int i = 0; i < count; i++) {
        membership.add(Server.parse("s" + i));
      }
      return null;
    });
    together.await();
    List<Ring> joined = new ArrayList<>();
    List<List<Ring>> heard = new ArrayList<>();
    do {
      List<Ring> befores = Collections.synchronizedList(new ArrayList<>());
      heard.add(befores);
      joined.add(membership.addListener((before, after) -> befores.add(before)));
    } while (joined.size() < count && !changes.isDone());
    changes.get();
    Ring last = membership.ring();
    membership.add(Server.parse("last"));

    for (int i = 0; i < joined.size(); i++) {
      assertThat(heard.get(i)).first().isSameAs(joined.get(i));
      assertThat(heard.get(i)).last().isSameAs(last);
    }
  }

  @Test
  void noneOfManyChangesAtOnceIsLostAndAllAreToldInOrder() throws Exception {
    int count = 8;
    int each = 25;
    Ring first = membership.ring();
    // No lock around the lists: one thread tells at a time.
    List<Ring> befores = new ArrayList<>();
    List<Ring> afters = new ArrayList<>();
    membership.addListener((before, after) -> {
      befores.add(before);
      afters.add(after);
    });
    CyclicBarrier together = new CyclicBarrier(count);

    List<Callable<Void>> tasks = IntStream.range(0, count)
        .<Callable<Void>>mapToObj(thread -> () -> {
          together.await();
          for (int i = 0; i < each; i++) {
            membership.add(Server.parse("s" + thread + "-" + i));
          }
          return null;
        })
        .toList();
    for (Future<Void> task : threads.invokeAll(tasks)) {
      task.get();
    }

    assertThat(membership.ring().servers().size()).isEqualTo(2 + count * each);
    assertThat(afters).hasSize(count * each).last().isSameAs(membership.ring());
    // Each change begins where the one before ended.
    assertThat(befores.get(0)).isSameAs(first);
    assertThat(befores.subList(1, befores.size())).isEqualTo(afters.subList(0, afters.size() - 1));
  }

  private Membership.Listener recorder() {
    return (before, after) -> told.add(before.servers() + " -> " + after.servers());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Tells that it was told, and waits until it may go on. */
  private static final class SlowListener implements Membership.Listener {
    final CountDownLatch isTold = new CountDownLatch(1);
    final CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    public void changed(Ring before, Ring after) {
      isTold.countDown();
      await(mayGoOn);
    }
  }
}
