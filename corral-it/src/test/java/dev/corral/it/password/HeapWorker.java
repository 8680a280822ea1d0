package dev.corral.it.password;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Opens a store by a URI, uses it, and writes down all that is then alive in this JVM. */
final class HeapWorker implements Worker {
  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    try (MemcachedStore store = MemcachedStore.open(arguments.get(0))) {
      for (int i = 0; i < 100; i++) {
        store.within(Nodes.PATIENCE).get(Key.raw("heap-" + i)).join();
      }
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(arguments.get(1), true);
      parent.report("dumped");
      parent.next();
    }
  }
}
