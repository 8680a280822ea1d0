package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FoundValuesTest {
  @Test
  void whatWasFoundIsThereInTheOrderOfTheKeysAndNothingElse() {
    FoundValues<String> values = new FoundValues<>(List.of("c", "a", "b"));
    values.put(2, "B");
    values.put(0, "C");

    assertThat(values).containsExactly(Map.entry("c", "C"), Map.entry("b", "B"));
    assertThat(values.get("a")).isNull();
    assertThat(values.containsKey("a")).isFalse();
    assertThat(values.get("d")).isNull();
    assertThat(values.get(null)).isNull();
    assertThat(values.containsKey("c")).isTrue();
  }

  @Test
  void aKeyThatComesTwiceIsOne() {
    FoundValues<String> values = new FoundValues<>(List.of("a", "b", "a"));

    assertThat(values.asked()).isEqualTo(2);
    assertThat(values.key(1)).isEqualTo("b");
  }

  @Test
  void keysMayComeWhileTheyAreTaken() {
    Collection<String> growing = new AbstractCollection<>() {
      @Override
      public Iterator<String> iterator() {
        return List.of("a", "b", "a", "c").iterator();
      }

      @Override
      public int size() {
        return 1;
      }
    };

    FoundValues<String> values = new FoundValues<>(growing);

    assertThat(values.asked()).isEqualTo(3);
    assertThat(values.key(2)).isEqualTo("c");
  }

  @Test
  void itEqualsAMapOfTheSame() {
    for (int size : new int[] {0, 1, 2, 3, 4, 5, 63, 64, 65, 100, 1000}) {
      List<String> keys = IntStream.range(0, size).mapToObj(i -> "key" + i).toList();
      FoundValues<Integer> values = new FoundValues<>(keys);
      Map<String, Integer> expected = new LinkedHashMap<>();
      for (int i = 0; i < size; i += 2) {
        values.put(i, i);
        expected.put(keys.get(i), i);
      }

      assertThat(values).hasSize(expected.size()).isEqualTo(expected).hasSameHashCodeAs(expected);
      assertThat(keys).allSatisfy(key -> assertThat(values.get(key)).isEqualTo(expected.get(key)));
      assertThat(values.keySet()).containsExactlyElementsOf(expected.keySet());
    }
  }

  @Test
  void keysOfTheSameHashAreToldApart() {
    FoundValues<String> values = new FoundValues<>(List.of("Aa", "BB", "AaAa", "BBBB", "AaBB"));
    for (int i = 0; i < values.asked(); i++) {
      values.put(i, values.key(i));
    }

    assertThat(values).hasSize(5).allSatisfy((key, value) -> assertThat(value).isEqualTo(key));
  }

  @Test
  void nobodyCanChangeIt() {
    FoundValues<String> values = new FoundValues<>(List.of("a"));
    values.put(0, "A");
    Iterator<Map.Entry<String, String>> entries = values.entrySet().iterator();
    Map.Entry<String, String> entry = entries.next();

    assertThatThrownBy(() -> entry.setValue("B")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(entries::remove).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> values.put("b", "B"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aKeyThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new FoundValues<>(Arrays.asList("a", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key must not be null");
  }
}
