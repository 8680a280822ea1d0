package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.NamespaceInvalidator.Client;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Eight processes invalidate at the same time, and a ninth looks what is left. */
class NamespaceInvalidationIT {
  private static final int PROCESSES = 8;
  private static final int EACH = Boolean.getBoolean("corral.long") ? 1_000 : 250;
  private static final int ALL = PROCESSES * EACH;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final Table FIGURES = Table.of(
      PROCESSES + " processes invalidate " + EACH + " namespaces each",
      "client",
      "callers in each",
      "lost",
      "a second",
      "CAS writes each",
      "of these refused");

  private static Jvms processes;
  private static Jvms ninth;

  @BeforeAll
  static void startAll() {
    String server = MEMCACHED.server().address();
    processes = Jvms.start(PROCESSES, NamespaceInvalidator.class, server);
    ninth = Jvms.start(1, NamespaceInvalidator.class, server);
  }

  @AfterAll
  static void endAll() {
    try {
      processes.stop();
      ninth.stop();
    } finally {
      processes.close();
      ninth.close();
    }
    FIGURES.show();
  }

  @Test
  void noInvalidationIsLost() {
    assertThat(lost(Client.CORRAL, 0, 1)).isZero();
    assertThat(lost(Client.CORRAL, ALL, 16)).isZero();
  }

  @Test
  void theSourceLosesThem() {
    assertThat(lost(Client.SOURCE, 0, 1)).isPositive();
    lost(Client.REFRESHING_SOURCE, 0, 1);
  }

  /** How many values of namespaces, from a first one on, survive their invalidation. */
  private static long lost(Client client, int first, int callers) {
    for (int i = 0; i < PROCESSES; i++) {
      processes.get(i).send("store", client, first + i * EACH, EACH);
    }
    processes.await("store", PATIENCE);
    assertThat(look(client, first)).isEqualTo(ALL);
    Map<String, String> before = MEMCACHED.stats();
    for (int i = 0; i < PROCESSES; i++) {
      processes.get(i).send("invalidate", client, first + i * EACH, EACH, callers);
    }
    long began = processes.go();
    List<Message> ends = processes.await("invalidate", PATIENCE);
    long ended = ends.stream().mapToLong(told -> told.number(0)).max().orElseThrow();
    Map<String, String> after = MEMCACHED.stats();
    long lost = look(client, first);
    double refused = count(after, "cas_badval") - count(before, "cas_badval");
    double written = count(after, "cas_hits") - count(before, "cas_hits");
    FIGURES.row(
        client,
        callers,
        lost,
        ALL * 1e9 / (ended - began),
        (written + refused) / ALL,
        refused / ALL);
    return lost;
  }

  private static long look(Client client, int first) {
    ninth.send("look", client, first, ALL);
    return ninth.await("look", PATIENCE).get(0).number(0);
  }

  private static long count(Map<String, String> stats, String name) {
    return Long.parseLong(stats.get(name));
  }
}
