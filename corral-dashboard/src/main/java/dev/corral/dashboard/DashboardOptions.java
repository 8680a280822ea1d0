package dev.corral.dashboard;

/** Options of a dashboard. */
public final class DashboardOptions {
  DashboardOptions() {}
}
