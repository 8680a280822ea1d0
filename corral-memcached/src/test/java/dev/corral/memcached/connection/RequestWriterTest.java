package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.SharedValueRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.store.Put;
import dev.corral.testkit.MovableTicker;
import dev.corral.time.Ttl;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {
  private final MovableTicker ticker = new MovableTicker();
  private final SettingsOf settingsOf = new SettingsOf();
  private final RequestQueue queue = new RequestQueue();
  private final DirectSocket socket = new DirectSocket();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final DeadlineWatch watch;
  private final RequestWriter writer;

  RequestWriterTest() {
    Settings settings = settingsOf.with(ticker);
    Counters counters = new Counters();
    Faults faults = new Faults(TestConnection.SERVER, ticker);
    Admission admission = new Admission(settings.maxInFlight(), settings.maxBytesInFlight());
    Waiters waiters = new Waiters(VirtualThreads.ofJdk(), new PlayedBurst());
    watch = new DeadlineWatch(queue, settings, counters, faults);
    writer = new RequestWriter(
        new ServerSession(faults, 0),
        queue,
        watch,
        new Settlement(queue, admission, counters, faults, settings, waiters),
        false);
    writer.open(socket, channel);
  }

  @Test
  void aCallerWritesAllThatIsToBeSentAndOnceOnly() throws IOException {
    queue.offer(new ValueRequest(Key.raw("a")));
    queue.offer(new ValueRequest(Key.raw("b")));

    assertThat(writer.writeDirectly()).isTrue();
    assertThat(socket.received()).isEqualTo("mg a v O0\r\nmg b v O1\r\n");
    assertThat(writer.writeDirectly()).isFalse(); // maybe the event loop has something to do
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void aCallerWritesNoMoreThanThereIsRoomFor() throws IOException {
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
  void aCallerWritesManySmallRequestsAsFarAsIsEnough() throws IOException {
    for (int i = 0; i < 1000; i++) {
      queue.offer(new ValueRequest(Key.raw("key:" + (1000 + i))));
    }

    assertThat(writer.writeDirectly()).isFalse(); // some are left
    assertThat(socket.received()).hasSizeBetween(16 << 10, (16 << 10) + 20).endsWith("\r\n");
    assertThat(writer.writeDirectly()).isTrue();
    assertThat(socket.received()).startsWith("mg key:").endsWith("\r\n");
  }

  @Test
  void aCallerWritesGetsThatShareACommandOnceOnly() throws IOException {
    for (int i = 0; i < 150; i++) {
      queue.offer(new SharedValueRequest(Key.raw("k" + (100 + i))));
    }

    assertThat(writer.writeDirectly()).isTrue();
    assertThat(socket.received()).matches("get( k\\d+){100}\r\nget( k\\d+){50}\r\n");
    queue.offer(new SharedValueRequest(Key.raw("next")));
    assertThat(writer.writeDirectly()).isTrue();
    assertThat(socket.received()).isEqualTo("mg next v O0\r\n");
  }

  @Test
  void nobodyWritesBeforeTheEventLoopHasWrittenTheRestOfAnother() throws IOException {
    socket.takes(4);
    queue.offer(new ValueRequest(Key.raw("a")));
    assertThat(writer.writeDirectly()).isFalse();
    socket.takes(100);
    // By now the first may have been answered: some servers refuse a value before it has come.
    queue.offer(new ValueRequest(Key.raw("b")));

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

  /** Half of a request may be on its way: what came behind it would be taken for the rest. */
  @Test
  void nothingFollowsAWriteThatFailed() {
    queue.offer(new ValueRequest(Key.raw("a")));
    socket.breaks(new IOException("No buffer space available"));
    assertThatThrownBy(writer::writeDirectly).hasMessage("No buffer space available");
    socket.recovers();
    queue.offer(new ValueRequest(Key.raw("b")));

    assertThat(writer.write(channel, null)).isFalse();
    assertThatNoException().isThrownBy(() -> assertThat(writer.writeDirectly()).isFalse());
    assertThat(socket.received()).isEmpty();
    assertThat(channel.<Object>readOutbound()).isNull();
  }

  @Test
  void aServerThatHadNothingToAnswerIsNotTakenForSilent() throws IOException {
    List<DeadlineWatch.Silence> seen = new ArrayList<>();
    ticker.advance(SettingsOf.DEADLINE.multipliedBy(2));
    queue.offer(new ValueRequest(Key.raw("a")));
    queue.offer(
        new EncodedRequest("b", () -> seen.add(watch.silence()))); // as the loop may ask meanwhile

    assertThat(writer.writeDirectly()).isTrue();

    assertThat(seen).containsExactly(DeadlineWatch.Silence.BEARABLE);
  }

  /** A callback may wait for something, or close all: nobody may depend on it. */
  @Test
  void whatCantBeSentIsToldWhenOthersCanWriteAgain() throws IOException {
    settingsOf.executor.refuse(); // so that the callback runs on this thread
    List<Boolean> meanwhile = new ArrayList<>();
    BrokenRequest broken = BrokenRequest.inWriting();
    var unused = broken.handle((nothing, fault) ->
        meanwhile.add(CompletableFuture.supplyAsync(this::isWritten).join()));
    queue.offer(broken);
    queue.offer(new ValueRequest(Key.raw("a")));
    queue.offer(new EncodedRequest("b", () -> assertThat(meanwhile).isEmpty()));

    assertThat(writer.writeDirectly()).isTrue();

    assertThat(broken).isCompletedExceptionally();
    assertThat(meanwhile).containsExactly(true);
    assertThat(socket.received()).isEqualTo("mg a v O1\r\nb\r\nmg c v O2\r\n");
  }

  private boolean isWritten() {
    try {
      queue.offer(new ValueRequest(Key.raw("c")));
      return writer.writeDirectly();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** It comes between the watch's look and the caller's, and is sent all the same. */
  @Test
  void whoComesWhileACallerWritesIsWatchedToo() throws IOException {
    ValueRequest late = new ValueRequest(Key.raw("late"));
    late.begin(ticker.nanos(), SettingsOf.DEADLINE.toNanos());
    Request<?> first = new EncodedRequest("first", () -> {
      watch.expire();
      queue.offer(late);
    });
    first.begin(ticker.nanos(), DeadlineWatch.FAR);
    queue.offer(first);
    assertThat(writer.writeDirectly()).isTrue();
    assertThat(socket.received()).startsWith("first\r\nmg late v ");

    ticker.advance(SettingsOf.DEADLINE);
    watch.expire();

    assertThat(late).isCompletedExceptionally();
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
