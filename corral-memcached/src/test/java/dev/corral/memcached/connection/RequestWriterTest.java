package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.testkit.MovableTicker;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {
  @Test
  void aCallerWritesItsOwnRequestWhenItIsTheNextAndNoOther() throws IOException {
    RequestQueue queue = new RequestQueue();
    DirectSocket socket = new DirectSocket();
    RequestWriter writer = writer(queue);
    writer.open(socket, new EmbeddedChannel());
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

  @Test
  void nobodyWritesBeforeTheEventLoopHasWrittenTheRestOfAnother() throws IOException {
    RequestQueue queue = new RequestQueue();
    DirectSocket socket = new DirectSocket();
    EmbeddedChannel channel = new EmbeddedChannel();
    RequestWriter writer = writer(queue);
    writer.open(socket, channel);
    socket.takes(4);
    ValueRequest a = new ValueRequest(Key.raw("a"));
    ValueRequest b = new ValueRequest(Key.raw("b"));
    queue.offer(a);
    assertThat(writer.writeDirectly(a)).isFalse();
    socket.takes(100);
    queue.offer(b); // a may have been answered: some servers refuse a value before it has come

    assertThat(writer.writeDirectly(b)).isFalse();
    assertThat(socket.received()).isEqualTo("mg a");
    assertThat(writer.write(channel, null)).isTrue();
    StringBuilder written = new StringBuilder();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      written.append(next.toString(StandardCharsets.US_ASCII));
      next.release();
    }
    assertThat(written).hasToString(" v O0\r\nmg b v O1\r\n");
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
