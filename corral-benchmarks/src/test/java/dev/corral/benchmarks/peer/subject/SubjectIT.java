package dev.corral.benchmarks.peer.subject;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.benchmarks.server.Memcached;
import dev.corral.cli.bench.Client;
import dev.corral.cli.bench.ClientLoops;
import dev.corral.cli.bench.KeySpace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On a server that stores a little, and refuses more. Only those that answer then: with the others
 * the comparison loses its patience.
 */
@Timeout(60)
class SubjectIT {
  @ParameterizedTest
  @EnumSource(names = {"SPYMEMCACHED", "FOLSOM_TEXT", "FOLSOM_BINARY", "CORRAL"})
  void aValueThatIsNotStoredEndsALoop(Subject subject) throws Exception {
    try (Memcached server =
        Memcached.start(List.of("memcached"), "--memory-limit=2", "--disable-evictions")) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      try (Client client = subject.client(List.of(address))) {
        ClientLoops loops = new ClientLoops(client);
        loops.preload(new KeySpace("little:", 100, 100));
        KeySpace tooMuch = new KeySpace("much:", 1000, 10_000);
        assertThatThrownBy(() -> loops.preload(tooMuch))
            .isInstanceOfAny(IOException.class, ExecutionException.class);
      }
    }
  }
}
