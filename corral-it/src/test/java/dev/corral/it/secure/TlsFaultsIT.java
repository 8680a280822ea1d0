package dev.corral.it.secure;

import dev.corral.it.Way;

/** Faults inside TLS, and below it. */
class TlsFaultsIT extends SecuredFaults {
  @Override
  Way choose(Ways ways) {
    return ways.tls();
  }
}
