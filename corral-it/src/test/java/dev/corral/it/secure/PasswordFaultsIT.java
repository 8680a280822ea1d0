package dev.corral.it.secure;

import dev.corral.it.Way;

/** Faults behind a login. */
class PasswordFaultsIT extends SecuredFaults {
  @Override
  Way choose(Ways ways) {
    return ways.password();
  }
}
