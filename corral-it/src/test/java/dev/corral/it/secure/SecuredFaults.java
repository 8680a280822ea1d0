package dev.corral.it.secure;

import dev.corral.it.BrokenConnectionIT;
import dev.corral.it.CloseIT;
import dev.corral.it.DeadlineIT;
import dev.corral.it.HandshakeIT;
import dev.corral.it.MisbehavingServerIT;
import dev.corral.it.Nodes;
import dev.corral.it.OverloadIT;
import dev.corral.it.RandomFaultsIT;
import dev.corral.it.Samples;
import dev.corral.it.ScriptedServer;
import dev.corral.it.SplitRepliesIT;
import dev.corral.it.Way;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests of faults, once more on a way that is secured. What they do to a connection they do
 * behind the login and inside TLS, where a half-close is the same as a close; resets and all that
 * {@link RandomFaults} do happen below TLS, to its records.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SecuredFaults {
  private Way way = Way.PLAIN;

  @BeforeAll
  void prepare(@TempDir Path folder) {
    way = choose(Ways.create(folder));
    Nodes.warmUp(way);
    encryptMuch();
  }

  /** Code that has run often enough is many times as quick, and the tests have deadlines. */
  private void encryptMuch() {
    try (ScriptedServer server = way.with();
        MemcachedStore store =
            way.open(ServerList.of(server.server()), options -> options.deadline(Nodes.PATIENCE))) {
      for (Key key : Samples.keys("much", 30)) {
        store.set(key, new byte[900_000], Ttl.NEVER).join();
      }
    }
  }

  abstract Way choose(Ways ways);

  final Way way() {
    return way;
  }

  @Nested
  class MisbehavingServer extends MisbehavingServerIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class BrokenConnection extends BrokenConnectionIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class SplitReplies extends SplitRepliesIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class Handshake extends HandshakeIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class Deadline extends DeadlineIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class Close extends CloseIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class Overload extends OverloadIT {
    @Override
    protected Way way() {
      return way;
    }
  }

  @Nested
  class RandomFaults extends RandomFaultsIT {
    @Override
    protected Way way() {
      return way;
    }
  }
}
