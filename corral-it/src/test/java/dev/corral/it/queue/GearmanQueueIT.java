package dev.corral.it.queue;

import dev.corral.gearman.GearmanQueue;
import dev.corral.it.Nodes;
import dev.corral.queue.RefreshQueue;
import dev.corral.ring.ServerList;
import dev.corral.testkit.RefreshQueueContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queue on a real gearmand keeps the contract. */
class GearmanQueueIT extends RefreshQueueContract {
  @RegisterExtension
  static final Gearmand GEARMAND = new Gearmand();

  @Override
  protected RefreshQueue open(int mostWaiting) {
    return GearmanQueue.open(
        ServerList.of(GEARMAND.server()),
        options -> options.mostOpen(mostWaiting).connectTimeout(Nodes.PATIENCE));
  }
}
