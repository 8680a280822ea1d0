package dev.corral.benchmarks.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCpuTest {
  @TempDir
  private Path folder;

  @Test
  void idleTimeIsNotBusyAndStolenTimeCountsByItself() throws IOException {
    Path file = folder.resolve("stat");
    Files.writeString(file, "cpu  100 20 300 5000 400 6 70 800 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n");

    assertThat(MachineCpu.read(file)).isEqualTo(new MachineCpu(4.96, 8));
  }

  @Test
  void whereThereIsNoSuchFileTheUserIsToldWhatIsNeeded() {
    Path file = folder.resolve("stat");

    assertThatThrownBy(() -> MachineCpu.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage("the comparison needs Linux: there is no " + file);
  }
}
