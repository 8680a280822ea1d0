package dev.corral.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.dashboard.subject.Subject;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.namespace.Namespaces;
import dev.corral.store.BasicStore;
import dev.corral.store.GetOutcome;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CorralSubjectTest {
  @Test
  void ofServersItTellsWhereTheyAreAndNoPassword() {
    try (EmbeddedServer server = EmbeddedServer.start();
        Corral corral = Corral.open("memcached://127.0.0.1:" + server.address().getPort())) {
      Subject subject = CorralSubject.of(corral, Optional.empty());
      assertThat(subject.title())
          .isEqualTo("memcached://127.0.0.1:" + server.address().getPort());
      assertThat(subject.store()).isInstanceOf(MemcachedStore.class);
    }
  }

  @Test
  void ofManyServersItNamesAFew() {
    try (Corral corral =
        Corral.open("memcached://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3,127.0.0.1:4")) {
      assertThat(CorralSubject.of(corral, Optional.empty()).title())
          .isEqualTo("memcached://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3 and 1 more");
    }
  }

  @Test
  void theNamespacesAreTheCorralsUnlessOthersAreChosen() {
    try (Corral corral = Corral.open("memory:")) {
      Namespaces own = corral.namespaces(options -> options.prefix("own"));
      assertThat(CorralSubject.of(corral, Optional.empty()).namespaces())
          .containsSame(corral.namespaces());
      assertThat(CorralSubject.of(corral, Optional.of(own)).namespaces()).containsSame(own);
      assertThat(CorralSubject.of(corral, Optional.empty()).title()).isEqualTo("memory:");
    }
  }

  @Test
  void aStoreWithoutCasIsShownWithoutNamespaces() {
    try (Corral corral = Corral.on(new PlainStore(MemoryStore.create()))) {
      Subject subject = CorralSubject.of(corral, Optional.empty());
      assertThat(subject.namespaces()).isEmpty();
      assertThat(subject.title()).isEqualTo("PlainStore");
      assertThat(subject.store()).isInstanceOf(PlainStore.class);
      assertThat(subject.stats()).isPresent();
    }
  }

  /** A store that can do no more than all can. */
  private record PlainStore(MemoryStore store) implements BasicStore {
    @Override
    public CompletableFuture<GetOutcome> get(Key key) {
      return store.get(key);
    }

    @Override
    public CompletableFuture<@Nullable Void> set(Key key, byte[] value, Ttl ttl) {
      return store.set(key, value, ttl);
    }

    @Override
    public CompletableFuture<Boolean> add(Key key, byte[] value, Ttl ttl) {
      return store.add(key, value, ttl);
    }

    @Override
    public CompletableFuture<Boolean> delete(Key key) {
      return store.delete(key);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
