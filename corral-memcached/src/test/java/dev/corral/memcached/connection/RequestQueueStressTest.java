package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.request.Caller;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

class RequestQueueStressTest {
  private static final int PRODUCERS = 3;
  private static final int LIMIT = 200_000;
  private static final int TAKEN = 20_000;

  private final RequestQueue queue = new RequestQueue();
  private final CountDownLatch begun = new CountDownLatch(PRODUCERS + 1);

  /** Offers requests until one is refused; returns those that were taken. */
  private List<Request<?>> produce(int producer) throws InterruptedException {
    List<Request<?>> offered = new ArrayList<>();
    Key key = Key.raw("producer" + producer);
    begun.countDown();
    begun.await();
    for (int i = 0; i < LIMIT; i++) {
      Request<?> request = new ValueRequest(key);
      if (!queue.offer(request)) {
        return offered;
      }
      offered.add(request);
    }
    return offered;
  }

  /** Takes requests through all their states, then closes; returns all that came out. */
  private List<Request<?>> consume() throws InterruptedException {
    List<Request<?>> out = new ArrayList<>();
    begun.countDown();
    begun.await();
    while (out.size() < TAKEN) {
      while (queue.nextToSend() != null) {
        queue.advanceSent();
      }
      for (Request<?> next = queue.nextToAnswer(); next != null; next = queue.nextToAnswer()) {
        next.setOver();
      }
      for (Request<?> over = queue.pollOver(); over != null; over = queue.pollOver()) {
        out.add(over);
      }
    }
    out.addAll(queue.close());
    return out;
  }

  @RepeatedTest(5)
  void nothingIsLostNorTwiceNorOutOfItsProducersOrder() throws Exception {
    List<Caller<List<Request<?>>>> producers = IntStream.range(0, PRODUCERS)
        .mapToObj(producer -> Caller.of(() -> produce(producer)))
        .toList();
    List<Request<?>> out = Caller.of(this::consume).result();

    List<List<Request<?>>> byProducer = new ArrayList<>(Collections.nCopies(PRODUCERS, List.of()));
    byProducer.replaceAll(none -> new ArrayList<>());
    for (Request<?> request : out) {
      String name = request.requiredKey().toString();
      byProducer.get(name.charAt(name.length() - 1) - '0').add(request);
    }

    for (int i = 0; i < PRODUCERS; i++) {
      // By identity: a request is equal to itself alone.
      assertThat(byProducer.get(i).equals(producers.get(i).result())).isTrue();
    }
  }
}
