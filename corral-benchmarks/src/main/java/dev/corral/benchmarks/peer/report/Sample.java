package dev.corral.benchmarks.peer.report;

import dev.corral.benchmarks.peer.subject.Subject;
import java.io.IOException;
import java.util.Iterator;

/**
 * One subject in one scenario for a short while.
 *
 * @param scenario such as W1/100B/t1
 * @param subject who
 * @param round from 1 on; samples of the same round are made soon after one another
 * @param client what its JVM has measured
 * @param outside what it can't measure
 */
public record Sample(
    String scenario, Subject subject, int round, ClientSide client, Outside outside) {
  static final String HEADER = Line.of(
      "scenario",
      "subject",
      "round",
      Line.of(ClientSide.COLUMNS.toArray()),
      Line.of(Outside.COLUMNS.toArray()));

  /** Throughput. */
  double perSecond() {
    return client.operations() / client.seconds();
  }

  /** CPU time of the client for one operation, in microseconds. */
  double cpuMicrosEach() {
    return client.cpuSeconds() * 1e6 / client.operations();
  }

  /** CPU time of the servers for one operation, in microseconds. */
  double serverMicrosEach() {
    return outside.serverCpuSeconds() * 1e6 / client.operations();
  }

  /** Bytes allocated for one operation. */
  double bytesEach() {
    return (double) client.allocatedBytes() / client.operations();
  }

  String line() {
    return Line.of(scenario, subject, round, client.line(), outside.line());
  }

  static Sample parse(String line) throws IOException {
    Iterator<String> fields = Line.fields(line);
    String scenario = fields.next();
    String subject = fields.next();
    return new Sample(
        scenario,
        Subject.named(subject).orElseThrow(() -> new IOException("unknown subject " + subject)),
        Integer.parseInt(fields.next()),
        ClientSide.read(fields),
        Outside.read(fields));
  }
}
