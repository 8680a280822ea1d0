package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Md5Test {
  @Test
  void theFirstWordIsThatOfTheJdkForEveryLengthUpToFiveBlocks() throws Exception {
    MessageDigest jdk = MessageDigest.getInstance("MD5");
    Random random = new Random(1);
    for (int length = 0; length <= 320; length++) {
      for (int i = 0; i < 10; i++) {
        byte[] key = new byte[length];
        random.nextBytes(key);
        int expected =
            ByteBuffer.wrap(jdk.digest(key)).order(ByteOrder.LITTLE_ENDIAN).getInt();
        assertThat(Md5.firstWord(key)).as("%d bytes", length).isEqualTo(expected);
      }
    }
  }
}
