package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.NamespaceShop.Thing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user's or a product's invalidation clears exactly what belongs to it, in all processes. */
class NamespaceShopIT {
  private static final int PROCESSES = 3;
  private static final List<Thing> THINGS = Thing.all();
  private static final Table FIGURES = Table.of(
      "the shop: 3 servers, 3 processes, 30 users, 12 products",
      "invalidated",
      "by process",
      "gone",
      "kept",
      "of all");

  private final List<Memcached> servers =
      List.of(Memcached.with(), Memcached.with(), Memcached.with());
  private Jvms processes;

  /** What each thing should be; "none" if it is gone. */
  private final List<String> expected = new ArrayList<>(Collections.nCopies(THINGS.size(), "none"));

  @BeforeEach
  void start() {
    servers.forEach(Memcached::start);
    processes = Jvms.start(
        PROCESSES,
        NamespaceShop.class,
        servers.stream().map(server -> server.server().address()).toArray(String[]::new));
  }

  @AfterEach
  void end() {
    try {
      processes.stop();
    } finally {
      processes.close();
      servers.forEach(Memcached::close);
    }
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  @Test
  void anInvalidationClearsExactlyWhatBelongsToIt() {
    visit(0, "first");
    assertAllSee();

    invalidate(1, "userId", 7);
    assertAllSee();
    assertThat(gone()).isEqualTo(2 * (2 + NamespaceShop.PRODUCTS));

    invalidate(2, "prodID", 3);
    assertAllSee();

    visit(1, "second");
    assertAllSee();
    assertThat(Collections.frequency(expected, "second"))
        .isEqualTo(2 * (2 + NamespaceShop.PRODUCTS + NamespaceShop.USERS - 1));

    invalidate(0, "userId", 7); // once more, and another beside it
    invalidate(1, "userId", 8);
    visit(2, "third");
    assertAllSee();
  }

  /** In a row of them, by whichever process, with visits between. */
  @Test
  void manyInvalidationsClearExactlyWhatBelongsToThem() {
    Random random = new Random(5);
    for (int round = 0; round < 12; round++) {
      visit(random.nextInt(PROCESSES), "round " + round);
      if (random.nextInt(3) > 0) {
        invalidate(random.nextInt(PROCESSES), "userId", random.nextInt(NamespaceShop.USERS));
      } else {
        invalidate(random.nextInt(PROCESSES), "prodID", random.nextInt(NamespaceShop.PRODUCTS));
      }
      assertAllSee();
    }
  }

  /** Has a process load what is not there, and see the rest as it is. */
  private void visit(int process, String value) {
    expected.replaceAll(old -> old.equals("none") ? value : old);
    assertSame(processes.get(process).ask("visit", value));
  }

  private void invalidate(int process, String field, int value) {
    long before = gone();
    for (int i = 0; i < THINGS.size(); i++) {
      if (THINGS.get(i).isIn(field, value)) {
        expected.set(i, "none");
      }
    }
    processes.get(process).ask("invalidate", field, value);
    FIGURES.row(
        field + " " + value, process, gone() - before, THINGS.size() - gone(), THINGS.size());
  }

  private long gone() {
    return Collections.frequency(expected, "none");
  }

  private void assertAllSee() {
    processes.ask("peek").forEach(this::assertSame);
  }

  private void assertSame(Message told) {
    List<String> differing = new ArrayList<>();
    for (int i = 0; i < THINGS.size(); i++) {
      if (!told.text(i).equals(expected.get(i))) {
        differing.add(THINGS.get(i) + " is " + told.text(i) + ", not " + expected.get(i));
      }
    }
    assertThat(differing).isEmpty();
  }
}
