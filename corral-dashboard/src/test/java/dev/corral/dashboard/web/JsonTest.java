package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void mapsAndCollectionsHoldNumbersTruthsAndWords() {
    assertThat(Json.of(Map.of("a", Arrays.asList("b", 1, true, null, Map.of()))))
        .isEqualTo("{\"a\":[\"b\",1,true,null,{}]}");
  }

  @Test
  void whatAnyCharsetMightSpoilIsEscaped() {
    assertThat(Json.of("a\\b \"c\"\n\t… 😀"))
        .isEqualTo("\"a\\\\b \\\"c\\\"\\n\\u0009\\u2026 \\ud83d\\ude00\"");
  }

  @Test
  void whatIsNotFiniteIsNull() {
    assertThat(Json.of(Arrays.asList(0.5, Double.NaN, Double.POSITIVE_INFINITY, Float.NaN)))
        .isEqualTo("[0.5,null,null,null]");
  }
}
