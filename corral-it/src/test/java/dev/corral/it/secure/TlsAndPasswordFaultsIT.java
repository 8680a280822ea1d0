package dev.corral.it.secure;

import dev.corral.it.IdleConnectionIT;
import dev.corral.it.ServerDeathIT;
import dev.corral.it.Way;
import org.junit.jupiter.api.Nested;

/** Faults behind a login inside TLS; those that take long are tested on this way alone. */
class TlsAndPasswordFaultsIT extends SecuredFaults {
  @Override
  Way choose(Ways ways) {
    return ways.tlsAndPassword();
  }

  @Nested
  class IdleConnection extends IdleConnectionIT {
    @Override
    protected Way way() {
      return TlsAndPasswordFaultsIT.this.way();
    }
  }

  @Nested
  class ServerDeath extends ServerDeathIT {
    @Override
    protected Way way() {
      return TlsAndPasswordFaultsIT.this.way();
    }
  }
}
