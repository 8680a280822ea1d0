package dev.corral.cli.doctor;

import java.util.Locale;

/** How bad a finding is, the mildest first. */
enum Severity {
  /** Good to know. */
  NOTE,
  /** It harms, or will. */
  WARNING,
  /** A promise is not kept: data is lost, unreachable or in strangers' hands. */
  FAULT;

  /** As it is told. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
