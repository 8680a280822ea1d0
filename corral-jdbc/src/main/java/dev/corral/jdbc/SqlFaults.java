package dev.corral.jdbc;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/** Tells what the faults of databases, drivers and pools mean to the caller. */
final class SqlFaults {
  private SqlFaults() {}

  /** A fault of the one tree. Who was interrupted is so again. */
  static CorralException of(String what, SQLException fault) {
    String message = what + ": " + fault.getMessage();
    if (wasInterrupted(fault)) {
      Thread.currentThread().interrupt();
      return new UnavailableException(message, fault);
    }
    if (passes(fault)) {
      return new UnavailableException(message, fault);
    }
    String state = stateOf(fault);
    return state.startsWith("28") || state.startsWith("3D")
        ? new ConfigurationException(message, fault) // a user or a database that is not there
        : new RejectedException(message, fault);
  }

  private static boolean passes(SQLException fault) {
    String state = stateOf(fault);
    return fault instanceof SQLTransientException // a pool that is empty, a time that is over
        || fault instanceof SQLRecoverableException
        || state.startsWith("08") // the connection
        || state.startsWith("53") // too many connections, no memory, no disk
        || state.startsWith("57") // PostgreSQL: shut down, starting up, cancelled
        || state.equals("70100"); // MariaDB: killed
  }

  private static String stateOf(SQLException fault) {
    String state = fault.getSQLState();
    return state == null ? "" : state;
  }

  /** Pools wrap it; they have cleared the thread's mark. */
  private static boolean wasInterrupted(SQLException fault) {
    for (@Nullable Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        return true;
      }
    }
    return false;
  }
}
