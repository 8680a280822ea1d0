package dev.corral.gearman;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GearmanOptionsTest {
  private static final ServerList SERVERS = ServerList.of(Server.parse("127.0.0.1:4730"));

  @Test
  void allProblemsAreToldAtOnce() {
    assertThatThrownBy(() -> GearmanQueue.open(
            SERVERS,
            options -> options
                .connectTimeout(Duration.ZERO)
                .heartbeat(Duration.ofDays(2))
                .deadline(Duration.ofSeconds(-1))
                .reconnectAfter(Duration.ofSeconds(2), Duration.ofSeconds(1))
                .mostOpen(0)
                .maxJobBytes(1)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "connectTimeout", "heartbeat", "deadline", "pause", "mostOpen", "maxJobBytes");
  }

  @Test
  void optionsAreNotChangedByMakingOthersOfThem() {
    GearmanOptions options = GearmanOptions.defaults();
    Timer timer = (delay, task) -> () -> {};
    GearmanOptions changed =
        options.mostOpen(5).timer(timer).deadline(Duration.ofSeconds(5)).random(new Random(1));

    assertThat(options.mostOpen()).isEqualTo(10_000);
    assertThat(options.deadline()).isEqualTo(Duration.ofMinutes(1));
    assertThat(changed.mostOpen()).isEqualTo(5);
    assertThat(changed.timer()).isSameAs(timer);
  }

  @Test
  void pausesGrowUpToTheMost() {
    GearmanOptions options = GearmanOptions.defaults()
        .reconnectAfter(Duration.ofMillis(10), Duration.ofMillis(35))
        .random(new Random(1));
    for (int i = 0; i < 1000; i++) {
      assertThat(options.pause(1)).isLessThanOrEqualTo(Duration.ofMillis(10));
      assertThat(options.pause(2)).isLessThanOrEqualTo(Duration.ofMillis(20));
      assertThat(options.pause(1 << 30)).isLessThanOrEqualTo(Duration.ofMillis(35));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "host:4730", "gearman://", "gearman://host", "gearman://a:1,b", "gearman://a:0"
      })
  void aUriThatIsNoneIsRefused(String uri) {
    assertThatThrownBy(() -> GearmanQueue.open(uri, options -> options))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aSocketOfTheFileSystemIsNoServer() {
    ServerList servers = ServerList.of(Server.parse("unix:/run/gearman"));
    assertThatThrownBy(() -> GearmanQueue.open(servers, options -> options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("unix:/run/gearman");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> GearmanQueue.open(SERVERS, options -> nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("options");
    assertThatThrownBy(() -> GearmanOptions.defaults().executor(nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("executor");
    assertThatThrownBy(() -> GearmanOptions.defaults().workers(nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("workers");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what nobody should give
  private static <T> T nothing() {
    return null;
  }
}
