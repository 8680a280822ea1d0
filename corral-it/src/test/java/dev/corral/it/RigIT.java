package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.it.FaultyProxy.Fault;
import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the servers and the proxy that the tests of the client trust against a plain socket. */
class RigIT {
  private static final Key KEY = Key.raw("rig");

  @Test
  void aServerComesBackEmptyOnThePortThatItHad() {
    try (Memcached server = Memcached.with().start()) {
      InetSocketAddress address = server.address();
      set(address, "one");
      server.restart();
      assertThat(server.address()).isEqualTo(address);
      try (Store store = new SocketStore(address)) {
        assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
      }
    }
  }

  @Test
  void aPausedServerKeepsWhatItHas() throws Exception {
    try (Memcached server = Memcached.with().start();
        Socket socket = connect(server.address())) {
      set(server.address(), "one");
      server.pause();
      socket.setSoTimeout(100);
      socket.getOutputStream().write("mn\r\n".getBytes(US_ASCII));
      InputStream in = socket.getInputStream();
      assertThatThrownBy(in::read).hasMessageContaining("timed out");
      server.resume();
      socket.setSoTimeout(10_000);
      assertThat(in.readNBytes(4)).asString(US_ASCII).isEqualTo("MN\r\n");
      assertThat(get(server.address())).isEqualTo("one");
    }
  }

  @Test
  void aServerThatFindsItsPortTakenSaysSo() {
    try (Memcached first = Memcached.with().start();
        Memcached second = Memcached.beside(first, "127.0.0.1")) {
      assertThatThrownBy(second::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  void aServerOnASocketLeavesNoFile(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("socket");
    try (Memcached server = Memcached.onSocket(path).start();
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      assertThat(server.server().address()).isEqualTo("unix:" + path);
      assertThat(channel.isConnected()).isTrue();
    }
    assertThat(Files.exists(path)).isFalse();
  }

  @Test
  void aScriptedServerIsTruthfulByDefault() {
    try (ScriptedServer server = ScriptedServer.with()) {
      InetSocketAddress address = Memcached.loopback(server.server().port());
      try (Store store = new SocketStore(address)) {
        assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
      }
      set(address, "one\r\ntwo");
      assertThat(get(address)).isEqualTo("one\r\ntwo");
      try (Store store = new SocketStore(address)) {
        assertThat(store.delete(KEY).join()).isTrue();
        assertThat(store.delete(KEY).join()).isFalse();
      }
    }
  }

  @Test
  void aScriptCanResetAConnection() throws Exception {
    try (ScriptedServer server = ScriptedServer.with(Conversation::reset);
        Socket socket = connect(Memcached.loopback(server.server().port()))) {
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void whatPassesTheProxyIsUnchanged() {
    try (Memcached server = Memcached.with().start();
        FaultyProxy proxy =
            new FaultyProxy(server.address(), 1, Map.of(Fault.SPLIT, 8_000, Fault.DELAY, 500))) {
      String value = "some text, and more of it".repeat(200);
      try (Store store = new SocketStore(Memcached.loopback(proxy.server().port()))) {
        for (int i = 0; i < 50; i++) {
          store.set(KEY, (value + i).getBytes(US_ASCII), Ttl.NEVER).join();
          assertThat(((Item) store.get(KEY).join()).value())
              .asString(US_ASCII)
              .isEqualTo(value + i);
        }
      }
      assertThat(proxy.faults().get(Fault.SPLIT)).isGreaterThan(50);
      assertThat(proxy.faults().get(Fault.DELAY)).isPositive();
    }
  }

  @Test
  void theProxyCanResetAConnection() throws Exception {
    try (Memcached server = Memcached.with().start();
        FaultyProxy proxy = new FaultyProxy(server.address(), 1, Map.of(Fault.RESET, 10_000));
        Socket socket = connect(Memcached.loopback(proxy.server().port()))) {
      socket.getOutputStream().write("mn\r\n".getBytes(US_ASCII));
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      assertThat(proxy.faults().get(Fault.RESET)).isEqualTo(1);
    }
  }

  private static Socket connect(InetSocketAddress address) throws Exception {
    return new Socket(address.getAddress(), address.getPort());
  }

  private static void set(InetSocketAddress address, String value) {
    try (Store store = new SocketStore(address)) {
      store.set(KEY, value.getBytes(US_ASCII), Ttl.NEVER).join();
    }
  }

  private static String get(InetSocketAddress address) {
    try (Store store = new SocketStore(address)) {
      return new String(((Item) store.get(KEY).join()).value(), US_ASCII);
    }
  }
}
