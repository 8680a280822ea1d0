package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.store.Put;
import dev.corral.testkit.MovableTicker;
import dev.corral.time.Ttl;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {
  @Test
  void aCallerWritesAllThatIsToBeSentAndOnceOnly() throws IOException {
    RequestQueue queue = new RequestQueue();
    DirectSocket socket = new DirectSocket();
    RequestWriter writer = writer(queue);
    writer.open(socket, new EmbeddedChannel());
    queue.offer(new ValueRequest(Key.raw("a")));
    queue.offer(new ValueRequest(Key.raw("b")));

    assertThat(writer.writeDirectly()).isTrue();
    assertThat(socket.received()).isEqualTo("mg a v O0\r\nmg b v O1\r\n");
    assertThat(writer.writeDirectly()).isFalse(); // maybe the event loop has something to do
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void aCallerWritesNoMoreThanThereIsRoomFor() throws IOException {
    RequestQueue queue = new RequestQueue();
    DirectSocket socket = new DirectSocket();
    RequestWriter writer = writer(queue);
    writer.open(socket, new EmbeddedChannel());
    Put large = Put.set(Key.raw("large"), new byte[(16 << 10) + 1], Ttl.seconds(60));
    queue.offer(new ValueRequest(Key.raw("a")));
    queue.offer(new PutRequest<>(large, Function.identity()));
    queue.offer(new ValueRequest(Key.raw("b")));

    assertThat(writer.writeDirectly()).isFalse(); // the rest is left
    assertThat(socket.received()).isEqualTo("mg a v O0\r\n");
    assertThat(writer.writeDirectly()).isFalse(); // it is no caller's to send
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void nobodyWritesBeforeTheEventLoopHasWrittenTheRestOfAnother() throws IOException {
    RequestQueue queue = new RequestQueue();
    DirectSocket socket = new DirectSocket();
    EmbeddedChannel channel = new EmbeddedChannel();
    RequestWriter writer = writer(queue);
    writer.open(socket, channel);
    socket.takes(4);
    queue.offer(new ValueRequest(Key.raw("a")));
    assertThat(writer.writeDirectly()).isFalse();
    socket.takes(100);
    queue.offer(new ValueRequest(
        Key.raw("b"))); // a may have been answered: some servers refuse a value before it has come

    assertThat(writer.writeDirectly()).isFalse();
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
        new Settlement(
            queue,
            admission,
            counters,
            faults,
            settings,
            new Waiters(VirtualThreads.ofJdk(), new PlayedBurst())),
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
