package dev.corral.cli.demo.screen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadlessScreenTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final HeadlessScreen screen =
      new HeadlessScreen(new Terminal(out, UTF_8, 80, true, true));

  @Test
  void aLineForEachStepIsFollowedByASummaryForMachines() throws IOException {
    MadeUpShow.play(screen);

    assertThat(out.toString(UTF_8))
        .isEqualTo("""
            starting 4 processes
            4 processes, 16 callers each; cache: 3 nodes, embedded in this process
            rehearsing
            1. A hot key expires
               naive   6,509 calls, 1,204 queries, p99 1.0 s, 88 errors, 0 stale, 0 old
               Corral  8,383 calls, 12 queries, p99 3.2 ms, 0 errors, 1,625 stale, 0 old
            5. A cache server is killed and comes back
               naive   7,020 calls, 420 queries, p99 503 ms, 208 errors, 0 stale, 14 old
               Corral  8,100 calls, 40 queries, p99 0.17 ms, 0 errors, 0 stale, 0 old
            {"version":"VERSION","seconds":4.0,"store":"embedded","stopped":false,"scenes":[\\
            {"number":1,"name":"expiry",\\
            "naive":{"calls":6509,"queries":1204,"p99Micros":1003000,"errors":88,"stale":0,"old":0},\\
            "corral":{"calls":8383,"queries":12,"p99Micros":3160,"errors":0,"stale":1625,"old":0}},\\
            {"number":5,"name":"node",\\
            "naive":{"calls":7020,"queries":420,"p99Micros":503000,"errors":208,"stale":0,"old":14},\\
            "corral":{"calls":8100,"queries":40,"p99Micros":170,"errors":0,"stale":0,"old":0}}]}
            """.replace("\\\n", "").replace("VERSION", Version.number()));
  }

  @Test
  void theSummaryIsThereIfItWasStoppedBeforeItBegan() throws IOException {
    screen.closes(List.of(), true);

    assertThat(out.toString(UTF_8))
        .isEqualTo("{\"version\":\"" + Version.number()
            + "\",\"seconds\":null,\"store\":null,\"stopped\":true,\"scenes\":[]}\n");
  }
}
