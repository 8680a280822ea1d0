package dev.corral.memcached.connection;

import dev.corral.metric.LatencyHistogram;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of one server, over all its connections. */
final class Counters {
  final LongAdder requests = new LongAdder();
  final LongAdder errors = new LongAdder();
  final LongAdder timeouts = new LongAdder();
  final LongAdder reconnects = new LongAdder();
  final LatencyHistogram latencies = new LatencyHistogram();
}
