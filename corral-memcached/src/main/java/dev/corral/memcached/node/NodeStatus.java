package dev.corral.memcached.node;

import dev.corral.metric.Latencies;
import dev.corral.ring.Server;
import java.util.Optional;

/**
 * How a server and the connections to it stood at a moment. What is counted, is counted since the
 * store was opened or the server joined, over all connections to it; the counts are read one after
 * the other, so that they can differ by what happened meanwhile.
 *
 * @param server the server
 * @param isConnected whether any connection is ready for requests
 * @param isEjected whether the server counts as down, so that its keys go elsewhere; never in
 *     {@link dev.corral.ring.FailureMode#FAIL_FAST}
 * @param version what the server said it is, or nothing before the first connection
 * @param keepsCas whether the server gives items a CAS, without which there are no leases; true
 *     until it is known
 * @param maxItemBytes the largest item that the server takes, or 0 while it is not known
 * @param inFlight how many requests wait for an answer
 * @param requests how many requests were made
 * @param errors how many of them failed, those without an answer in time included
 * @param timeouts how many of them had no answer in time
 * @param reconnects how many times a connection was made anew
 * @param journalled how many keys are in the journal, to be deleted when the server is back
 * @param journalLost how many keys found no room in the journal
 * @param latencies how long answered requests took
 */
public record NodeStatus(
    Server server,
    boolean isConnected,
    boolean isEjected,
    Optional<ServerVersion> version,
    boolean keepsCas,
    int maxItemBytes,
    int inFlight,
    long requests,
    long errors,
    long timeouts,
    long reconnects,
    long journalled,
    long journalLost,
    Latencies latencies) {

  /**
   * Whether the server can do something.
   *
   * @param capability what it should do
   * @return false also while its version is not known
   */
  public boolean supports(Capability capability) {
    return version.filter(capability::of).isPresent();
  }

  /** One line, with no more than there is to tell. */
  @Override
  public String toString() {
    return server + (isConnected ? ": connected" : ": not connected")
        + (isEjected ? ", ejected" : "")
        + version.map(known -> ", version " + known).orElse("")
        + (keepsCas ? "" : ", without CAS")
        + (maxItemBytes == 0 ? "" : ", items up to " + maxItemBytes + " bytes")
        + ", " + inFlight + " in flight, " + requests + " requests, " + errors + " errors, "
        + timeouts + " timeouts, " + reconnects + " reconnects"
        + (journalled == 0 ? "" : ", " + journalled + " journalled")
        + (journalLost == 0 ? "" : ", " + journalLost + " lost to a full journal")
        + "; latencies: " + latencies;
  }
}
