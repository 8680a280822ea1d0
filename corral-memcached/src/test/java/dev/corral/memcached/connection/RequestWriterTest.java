package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, -64})
  void aMarkIsALetterHoweverManyRequestsWentBefore(int number) {
    assertThat(RequestWriter.letter(number)).isBetween('0', 'o');
  }

  @Test
  void neighboursHaveDifferentMarks() {
    for (int number = Integer.MAX_VALUE - 100; number != Integer.MIN_VALUE + 100; number++) {
      assertThat(RequestWriter.letter(number)).isNotEqualTo(RequestWriter.letter(number + 1));
    }
  }
}
