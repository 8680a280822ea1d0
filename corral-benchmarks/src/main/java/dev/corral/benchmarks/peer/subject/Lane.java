package dev.corral.benchmarks.peer.subject;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.benchmarks.server.Request;
import dev.corral.cli.bench.KeySpace;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A blocking connection that sends batches of requests, encoded in advance, and keeps a number of
 * batches in flight. Of the answers it looks at the first byte of each.
 */
final class Lane implements AutoCloseable {
  private final int batchSize;
  private final int window;
  private final ByteBuffer requests;
  private final int[] ends;
  private final ByteBuffer answers;
  private final int answerLength;
  private final byte firstByte;
  private final SocketChannel channel;

  private int next;
  private int inFlight;

  /**
   * Connects.
   *
   * @param first index of the first key that it asks for
   * @param count how many keys it asks for before it begins again
   * @param batchSize how many keys go at once
   * @param window how many batches are in flight
   */
  Lane(
      InetSocketAddress server,
      Request request,
      KeySpace keys,
      int first,
      int count,
      int batchSize,
      int window)
      throws IOException {
    this.batchSize = batchSize;
    this.window = window;

    String value = new String(keys.value(), US_ASCII);
    List<byte[]> batches = IntStream.range(0, count / batchSize)
        .mapToObj(batch -> request.of(
            IntStream.range(0, batchSize)
                .mapToObj(i -> keys.key((first + batch * batchSize + i) % keys.count()))
                .toList(),
            value))
        .map(batch -> batch.getBytes(US_ASCII))
        .toList();
    requests = ByteBuffer.allocateDirect(
        batches.stream().mapToInt(batch -> batch.length).sum());
    ends = batches.stream().mapToInt(batch -> requests.put(batch).position()).toArray();

    String answer = request.answer(keys.key(0), value);
    answerLength = answer.length();
    firstByte = (byte) answer.charAt(0);
    answers = ByteBuffer.allocateDirect(batchSize * answerLength + request.end().length());

    channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  /** Sends until the window is full, then waits for the answers to one batch. */
  int advance() throws IOException {
    while (inFlight < window) {
      send();
    }
    return receive();
  }

  /** Waits for all that is in flight. */
  int drain() throws IOException {
    int done = 0;
    while (inFlight > 0) {
      done += receive();
    }
    return done;
  }

  private void send() throws IOException {
    requests.limit(ends[next]).position(next == 0 ? 0 : ends[next - 1]);
    while (requests.hasRemaining()) {
      channel.write(requests);
    }
    next = next + 1 == ends.length ? 0 : next + 1;
    inFlight++;
  }

  private int receive() throws IOException {
    answers.clear();
    while (answers.hasRemaining()) {
      if (channel.read(answers) < 0) {
        throw new EOFException("the server has gone");
      }
    }
    for (int i = 0; i < batchSize; i++) {
      if (answers.get(i * answerLength) != firstByte) {
        throw new IOException("an answer is not as long as it should be");
      }
    }
    inFlight--;
    return batchSize;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
