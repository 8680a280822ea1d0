package dev.corral.memcached.connection;

import dev.corral.memcached.request.Request;
import dev.corral.metric.LatencyHistogram;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of one server, over all its connections: what callers asked, not our own. */
final class Counters {
  final LongAdder requests = new LongAdder();
  final LongAdder errors = new LongAdder();
  final LongAdder timeouts = new LongAdder();
  final LongAdder reconnects = new LongAdder();
  final LatencyHistogram latencies = new LatencyHistogram();

  /** A caller has got an answer. */
  void answered(Request<?> request, long now) {
    if (!request.isOwn()) {
      latencies.record(now - request.started());
    }
  }

  /** A caller has got an exception. */
  void failed(Request<?> request) {
    if (!request.isOwn()) {
      errors.increment();
    }
  }

  /** A caller has got the exception that its deadline has passed. */
  void timedOut(Request<?> request) {
    if (!request.isOwn()) {
      errors.increment();
      timeouts.increment();
    }
  }
}
