package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.testkit.MovableTicker;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {
  @Test
  void aCallerWritesItsOwnRequestWhenItIsTheNextAndNoOther() throws IOException {
    RequestQueue queue = new RequestQueue();
    DirectSocket socket = new DirectSocket();
    RequestWriter writer = writer(queue);
    writer.open(socket);
    ValueRequest a = new ValueRequest(Key.raw("a"));
    ValueRequest b = new ValueRequest(Key.raw("b"));
    queue.offer(a);
    queue.offer(b);

    assertThat(writer.writeDirectly(b)).isFalse();
    assertThat(socket.received()).isEmpty();
    assertThat(writer.writeDirectly(a)).isFalse(); // b is left
    assertThat(socket.received()).isEqualTo("mg a v O0\r\n");
    assertThat(writer.writeDirectly(a)).isFalse(); // it was sent, maybe by the event loop
    assertThat(socket.received()).isEmpty();
    assertThat(writer.writeDirectly(b)).isTrue();
    assertThat(socket.received()).isEqualTo("mg b v O1\r\n");
  }

  private static RequestWriter writer(RequestQueue queue) {
    Settings settings = new SettingsOf().with(new MovableTicker());
    Counters counters = new Counters();
    Faults faults = new Faults(TestConnection.SERVER, settings.ticker());
    Admission admission = new Admission(settings.maxInFlight(), settings.maxBytesInFlight());
    return new RequestWriter(
        new ServerSession(faults, 0),
        queue,
        new DeadlineWatch(queue, settings, counters, faults),
        new Settlement(queue, admission, counters, faults, settings),
        false);
  }

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
