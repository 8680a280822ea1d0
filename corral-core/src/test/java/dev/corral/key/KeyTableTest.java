package dev.corral.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  @Test
  void aLongNameBecomesAShortSegment() {
    KeyTable calls = KeyTable.of(Map.of("findOrdersByCustomerAndMonth", 1, "findOpenInvoices", 2));

    assertThat(Key.of(calls.id("findOrdersByCustomerAndMonth"), 12543)).hasToString("#B:#DD_");
    assertThat(Key.of(calls.id("findOpenInvoices"), 12543)).hasToString("#C:#DD_");
  }

  @Test
  void allNamesThatShareAnIdAreRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTable.of(Map.of("b", 7, "a", 7, "c", 1, "e", -3, "d", -3)))
        .withMessage("each id must have one name, but these are shared: -3 by d, e; 7 by a, b");
  }

  @Test
  void aNameThatIsNotThereIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTable.of(Map.of("a", 1)).id("b"))
        .withMessage("the key table has no id for b");
  }

  @Test
  void aTableKeepsItsOwnCopy() {
    Map<String, Integer> ids = new HashMap<>(Map.of("a", 1));
    KeyTable table = KeyTable.of(ids);
    ids.put("a", 2);

    assertThat(table.id("a")).isEqualTo(1);
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker may pass
  void nullIsRefused() {
    Map<String, Integer> withoutId = new HashMap<>();
    withoutId.put("a", null);
    Map<String, Integer> withoutName = new HashMap<>();
    withoutName.put(null, 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTable.of(withoutId))
        .withMessage("neither name nor id may be null, but have a = null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTable.of(withoutName))
        .withMessage("neither name nor id may be null, but have null = 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTable.of(null))
        .withMessage("ids must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTable.of(Map.of()).id(null))
        .withMessage("name must not be null");
  }
}
