package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Md5Test {
  @Test
  void theWordsAreThoseOfTheJdkForEveryLengthUpToFiveBlocks() throws Exception {
    MessageDigest jdk = MessageDigest.getInstance("MD5");
    Random random = new Random(1);
    for (int length = 0; length <= 320; length++) {
      for (int i = 0; i < 10; i++) {
        byte[] text = new byte[length];
        random.nextBytes(text);
        int[] expected = new int[4];
        ByteBuffer.wrap(jdk.digest(text))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asIntBuffer()
            .get(expected);
        int[] words = {7, 0, 0, 0, 0, 7};

        Md5.digest(text, words, 1);

        assertThat(words)
            .as("%d bytes", length)
            .containsExactly(7, expected[0], expected[1], expected[2], expected[3], 7);
        assertThat(Md5.firstWord(text)).as("%d bytes", length).isEqualTo(expected[0]);
      }
    }
  }
}
