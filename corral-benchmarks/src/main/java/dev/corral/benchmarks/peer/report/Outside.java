package dev.corral.benchmarks.peer.report;

import java.util.Iterator;
import java.util.List;

/**
 * What was seen from outside of a subject's JVM.
 *
 * @param serverCpuSeconds CPU time of the servers
 * @param confirmed operations that the servers counted, as a share of those that the client did
 * @param foreignCpu CPU time that others used, as a share of all cores' time
 * @param stolenCpu what the hypervisor took, likewise
 */
public record Outside(
    double serverCpuSeconds, double confirmed, double foreignCpu, double stolenCpu) {
  static final List<String> COLUMNS =
      List.of("serverCpuSeconds", "confirmed", "foreignCpu", "stolenCpu");

  String line() {
    return Line.of(serverCpuSeconds, confirmed, foreignCpu, stolenCpu);
  }

  static Outside read(Iterator<String> fields) {
    return new Outside(
        Double.parseDouble(fields.next()),
        Double.parseDouble(fields.next()),
        Double.parseDouble(fields.next()),
        Double.parseDouble(fields.next()));
  }
}
