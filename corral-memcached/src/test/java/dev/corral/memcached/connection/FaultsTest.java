package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.fault.UntrustedException;
import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.testkit.MovableTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private final MovableTicker ticker = new MovableTicker();
  private final Faults faults = new Faults(TestConnection.SERVER, ticker);
  private final Request<?> request = new ValueRequest(Key.raw("a"));

  @Test
  void aFaultNamesTheRequestTheServerAndTheTime() {
    ticker.advance(Duration.ofMillis(5));
    request.begin(ticker.nanos(), 100);
    ticker.advance(Duration.ofMillis(37));

    assertThat(faults.lost(request, Reason.of("reset")))
        .isExactlyInstanceOf(UnavailableException.class)
        .hasMessage("get a on cache1:11211 failed after 37 ms: reset");
    assertThat(faults.late(request))
        .isExactlyInstanceOf(DeadlineExceededException.class)
        .hasMessage("get a on cache1:11211 failed after 37 ms: no answer in time");
    assertThat(faults.down(request, 0, Reason.of("refused")))
        .isExactlyInstanceOf(UnavailableException.class)
        .hasMessage("get a was not sent: cache1:11211 has been down for 42 ms: refused");
    assertThat(faults.overloaded(request, new Admission(1, 1)))
        .isExactlyInstanceOf(OverloadedException.class)
        .hasMessage("get a was not sent after 37 ms: on cache1:11211 "
            + "0 requests and 0 bytes are in flight already");
  }

  @Test
  void distrustIsAFaultOfItsOwn() {
    Reason reason = Reason.distrust("its certificate is not trusted");

    assertThat(faults.lost(request, reason)).isExactlyInstanceOf(UntrustedException.class);
    assertThat(faults.down(request, 0, reason))
        .isExactlyInstanceOf(UntrustedException.class)
        .isInstanceOf(UnavailableException.class)
        .hasMessageEndingWith(": its certificate is not trusted");
  }
}
