package dev.corral.cli.item;

import dev.corral.Corral;
import dev.corral.cli.option.Patience;
import dev.corral.fault.ConfigurationException;

/** Opens stores as one does who has just started a JVM and does one thing: with more patience. */
final class PatientStores {
  private static final String TIME = "3s";

  private PatientStores() {}

  /** Opens the store of a URI. */
  static Corral open(String uri) {
    String patient = Patience.in(uri, TIME);
    try {
      return Corral.open(patient);
    } catch (ConfigurationException e) {
      // Only what the user has written is for the user to read.
      String added = patient.substring(uri.length());
      throw new ConfigurationException(String.valueOf(e.getMessage()).replace(added, ""), e);
    }
  }
}
