package dev.corral.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DifferentialIT {
  private static final String[] OPTIONS = {
    "-t", "1", "-m", "1024", "-I", "8192", "-o", "slab_chunk_max=4096,no_lru_maintainer"
  };

  @Test
  void realVsReal() {
    try (Memcached real = Memcached.with(OPTIONS).start();
        Twins twins = new Twins(real.address(), real(), new SplittableRandom(1))) {
      Comparison comparison = new Comparison(twins);
      List<String> differences = comparison.run(1, Integer.getInteger("corral.count", 20_000));
      comparison.show("real and real");
      assertThat(String.join("\n", differences)).isEmpty();
    }
  }

  private static Twin real() {
    Memcached twin = Memcached.with(OPTIONS).start();
    return new Twin() {
      @Override
      public InetSocketAddress address() {
        return twin.address();
      }

      @Override
      public void elapse(Duration time) {}

      @Override
      public void close() {
        twin.close();
      }
    };
  }
}
