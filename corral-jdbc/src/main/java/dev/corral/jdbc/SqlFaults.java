package dev.corral.jdbc;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells what the faults of databases, drivers and pools mean to the caller. */
final class SqlFaults {
  /** A database that this user may not use, and one that is not there: to MariaDB, bad syntax. */
  private static final Set<Integer> MARIADB_UNKNOWN = Set.of(1044, 1049);

  private SqlFaults() {}

  /** A fault of the one tree. Who was interrupted is so again. */
  static CorralException of(String what, SQLException fault) {
    String message = what + ": " + fault.getMessage();
    if (wasInterrupted(fault)) {
      Thread.currentThread().interrupt();
      return new UnavailableException(message, fault);
    }
    if (isUnknown(fault)) { // first: pools say that it passes, and tell the server's own state
      return new ConfigurationException(message, fault);
    }
    return passes(fault)
        ? new UnavailableException(message, fault)
        : new RejectedException(message, fault);
  }

  /** A user or a database that is not there, or not for this user. */
  private static boolean isUnknown(SQLException fault) {
    String state = stateOf(fault);
    return state.startsWith("28")
        || state.startsWith("3D")
        || (state.equals("42000") && MARIADB_UNKNOWN.contains(fault.getErrorCode()));
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
