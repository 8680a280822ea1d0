package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import java.util.ArrayList;
import java.util.List;

/** An owner that does nothing about a connection but to remember what became of it. */
final class RecordingOwner implements Owner {
  final List<ServerFacts> facts = new ArrayList<>();
  final List<Key> undelivered = new ArrayList<>();
  private final List<Ending> endings = new ArrayList<>();

  @Override
  public void greeted(Connection connection, ServerFacts told) {
    facts.add(told);
  }

  @Override
  public void closed(Connection connection, Ending ending) {
    endings.add(ending);
  }

  @Override
  public void undelivered(Key key) {
    undelivered.add(key);
  }

  boolean isClosed() {
    return !endings.isEmpty();
  }

  /** How the connection ended, once. */
  Ending ending() {
    assertThat(endings).hasSize(1);
    return endings.get(0);
  }
}
