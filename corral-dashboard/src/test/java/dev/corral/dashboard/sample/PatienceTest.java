package dev.corral.dashboard.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import org.junit.jupiter.api.Test;

class PatienceTest {
  @Test
  void aReasonIsToldWithoutWhatIsKnown() {
    assertThat(Patience.why(new UnavailableException(
            "stats was not sent: a:1 has been down for 12 ms: a:1: connection refused")))
        .isEqualTo("a:1: connection refused");
    assertThat(
            Patience.why(new DeadlineExceededException("stats on a:1 failed after 750 ms: late")))
        .isEqualTo("no answer within 750 ms");
    assertThat(Patience.why(new UnavailableException("it is closed"))).isEqualTo("it is closed");
    assertThat(Patience.why(new IllegalStateException())).isEqualTo("IllegalStateException");
  }
}
