package dev.corral.embedded.stats;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.embedded.wire.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class ReportTest {
  @Test
  void namesKeepTheirOrderAndAreZeroUnlessToldOtherwise() {
    Report report = new Report("""
        first
        second no
        third (null)
        """).put("third", "yes").put("first", 7);
    ByteBuf told = Unpooled.buffer();
    report.tell(new Reply(told));
    assertThat(told.toString(US_ASCII))
        .isEqualTo("STAT first 7\r\nSTAT second no\r\nSTAT third yes\r\nEND\r\n");
  }

  @Test
  void aNameThatTheServerDoesNotHaveIsRefused() {
    Report report = new Report("first");
    assertThatThrownBy(() -> report.put("frist", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("frist");
  }
}
