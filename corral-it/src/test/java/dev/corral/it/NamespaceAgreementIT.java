package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process whose options differ from the others' is told so, and does no harm. */
class NamespaceAgreementIT {
  /** How a process differs from those that have the usual options. */
  private enum Difference {
    SIZE("evidence of 80 bytes, here 40 bytes"),
    OFF("evidence of 80 bytes, here no bytes (off)"),
    PREFIX("the prefix '___', here 'shop-'"),
    BOTH("evidence of 80 bytes, here 160 bytes; and the prefix '___', here 'shop-'");

    final String complaint;

    Difference(String complaint) {
      this.complaint = complaint;
    }

    NamespaceOptions options(NamespaceOptions usual) {
      return switch (this) {
        case SIZE -> usual.evidenceBytes(40);
        case OFF -> usual.evidence(false);
        case PREFIX -> usual.prefix("shop-");
        case BOTH -> usual.prefix("shop-").evidenceBytes(160);
      };
    }
  }

  private final Memcached server = Memcached.with();
  private NamespaceNode node;

  @BeforeEach
  void start() {
    server.start();
    node = NamespaceNode.on(Nodes.list(server), options -> options);
    node.namespace("touched", 1).invalidate();
    node.cache.in(node.namespace("touched", 1)).put("a", "value");
    node.cache.in(node.namespace("untouched", 1)).put("a", "value");
  }

  @AfterEach
  void end() {
    node.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void whateverADifferingProcessAsksForFails(Difference difference) {
    assertFails(difference, other -> other.namespace("touched", 1).invalidate());
    assertFails(difference, other -> other.namespace("untouched", 1).invalidate());
    assertFails(difference, other -> other.namespace("untouched", 1).generation());
    assertFails(difference, other -> other.namespaces.key("untouched", 1));
    assertFails(difference, other -> other.namespaces.evidence());
    if (difference != Difference.OFF) {
      assertFails(difference, other -> other.namespaces.rollingFlush(Duration.ZERO));
    }
    for (String field : List.of("touched", "untouched")) {
      assertFails(difference, other -> other.cache.in(other.namespace(field, 1)).peek("a"));
      assertFails(difference, other -> other.cache.in(other.namespace(field, 1)).put("a", "bad"));
      assertFails(
          difference, other -> other.cache.in(other.namespace(field, 1)).get("a", key -> "bad"));
      assertFails(
          difference,
          other -> other
              .cache
              .in(other.namespace(field, 1))
              .getAll(List.of("a"), keys -> Map.of("a", "bad")));
      assertFails(
          difference,
          other -> other.cache.in(other.namespace(field, 1)).get("absent", key -> "bad"));
    }
  }

  /** Asks in a new process, again and again, and looks whether anything has changed by that. */
  private void assertFails(Difference difference, Consumer<NamespaceNode> call) {
    Map<Key, Long> before = items();
    try (NamespaceNode other = NamespaceNode.on(Nodes.list(server), difference::options)) {
      ThrowingCallable asking = () -> call.accept(other);
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(asking)
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("others have " + difference.complaint);
      }
    }
    assertThat(items()).isEqualTo(before);
    for (String field : List.of("touched", "untouched")) {
      assertThat(node.cache.in(node.namespace(field, 1)).get("a", key -> "lost"))
          .isEqualTo("value");
    }
  }

  /** The CAS of all items, which changes whenever one of them does. */
  private Map<Key, Long> items() {
    List<Key> keys = List.of(
        NamespaceNode.EVIDENCE,
        Key.of("___counter", "touched", "1"),
        Key.of("___counter", "untouched", "1"),
        Key.of("shop-counter", "touched", "1"),
        Key.of("shop-counter", "untouched", "1"),
        Key.of("c", "touched=1", "a"),
        Key.of("c", "untouched=1", "a"));
    try (SocketStore store = new SocketStore(server.address())) {
      return keys.stream().collect(Collectors.toMap(key -> key, key -> cas(store, key)));
    }
  }

  private static long cas(SocketStore store, Key key) {
    GetOutcome found = store.execute(Get.of(key).withDetails()).join();
    return found instanceof Item item ? item.cas().number() : 0;
  }
}
