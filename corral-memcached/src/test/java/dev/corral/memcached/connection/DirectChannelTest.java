package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Test;

class DirectChannelTest {
  @Test
  void whoWritesToASocketThatWasClosedDoesNotMeetTheOneThatHasItsNumberNow() throws IOException {
    assertThat(Epoll.isAvailable()).isTrue();
    DirectChannel channel = DirectChannel.internet();
    WritableByteChannel socket = channel.socket();
    ByteBuffer bytes = ByteBuffer.allocateDirect(1);
    assertThat(socket.isOpen()).isTrue();

    channel.unsafe().closeForcibly();
    DirectChannel next = DirectChannel.internet(); // the system gives it the lowest number

    assertThat(socket.isOpen()).isFalse();
    assertThatThrownBy(() -> socket.write(bytes)).isInstanceOf(ClosedChannelException.class);
    assertThat(bytes.hasRemaining()).isTrue();
    assertThatThrownBy(socket::close).isInstanceOf(UnsupportedOperationException.class);
    next.unsafe().closeForcibly();
  }
}
