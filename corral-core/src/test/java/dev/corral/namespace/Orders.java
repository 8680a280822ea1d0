package dev.corral.namespace;

import dev.corral.namespace.NamespaceRig.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Every order in which servers can be asked what processes ask at the same time. */
final class Orders {
  private static final int MOST = 50_000;
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** What is chosen at each step, and of how many. */
  private final List<Integer> choices = new ArrayList<>();

  private final List<Integer> widths = new ArrayList<>();
  private int step;

  private Orders() {}

  /**
   * Plays a scene once for each order.
   *
   * @return how many there are
   */
  static int each(Consumer<Orders> scene) {
    Orders orders = new Orders();
    int count = 0;
    do {
      orders.step = 0;
      scene.accept(orders);
      count++;
    } while (orders.next() && count < MOST);
    if (count == MOST) {
      throw new AssertionError("the scene has too many orders");
    }
    return count;
  }

  /** Has the last choice that can be another be the next one. */
  private boolean next() {
    for (int i = choices.size() - 1; i >= 0; i--) {
      if (choices.get(i) + 1 < widths.get(i)) {
        choices.set(i, choices.get(i) + 1);
        return true;
      }
      choices.remove(i);
      widths.remove(i);
    }
    return false;
  }

  private int choose(int width) {
    if (step == choices.size()) {
      choices.add(0);
      widths.add(width);
    }
    return choices.get(step++);
  }

  /** Has processes do something at the same time, and waits for all of it. */
  @SafeVarargs
  final void atOnce(
      NamespaceRig rig, List<Member> members, Supplier<CompletableFuture<?>>... deeds) {
    List<Wire> wires = members.stream().map(member -> member.wire).toList();
    wires.forEach(Wire::hold);
    List<CompletableFuture<?>> done = new ArrayList<>();
    for (Supplier<CompletableFuture<?>> deed : deeds) {
      done.add(deed.get());
    }
    while (!done.stream().allMatch(CompletableFuture::isDone)) {
      int waiting = wires.stream().mapToInt(Wire::waiting).sum();
      if (waiting == 0) {
        rig.pass(PAUSE);
      } else {
        release(wires, choose(waiting));
      }
    }
    wires.forEach(Wire::letGo);
    done.forEach(CompletableFuture::join);
  }

  private static void release(List<Wire> wires, int choice) {
    int left = choice;
    for (Wire wire : wires) {
      if (left < wire.waiting()) {
        wire.release(left);
        return;
      }
      left -= wire.waiting();
    }
  }
}
