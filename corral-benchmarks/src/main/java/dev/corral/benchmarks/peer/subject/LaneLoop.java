package dev.corral.benchmarks.peer.subject;

import dev.corral.cli.bench.Loop;
import java.io.IOException;
import java.util.List;

/** Goes round lanes: each step takes a batch of answers from one, and sends it the next. */
final class LaneLoop implements Loop {
  private final Lane[] lanes;
  private final boolean isOneCallEach;
  private int next;

  LaneLoop(boolean isOneCallEach, List<Lane> lanes) {
    this.isOneCallEach = isOneCallEach;
    this.lanes = lanes.toArray(new Lane[0]);
  }

  @Override
  public int step() throws IOException {
    int done = lanes[next].advance();
    next = next + 1 == lanes.length ? 0 : next + 1;
    return done;
  }

  @Override
  public int drain() throws IOException {
    int done = 0;
    for (Lane lane : lanes) {
      done += lane.drain();
    }
    return done;
  }

  @Override
  public boolean isOneCallEach() {
    return isOneCallEach;
  }

  @Override
  public void close() throws IOException {
    for (Lane lane : lanes) {
      lane.close();
    }
  }
}
