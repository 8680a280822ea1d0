package dev.corral.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database that has nothing but locks, its driver, and a pool: what is closed is borrowed again.
 * It does what it is asked for unless a test has planned otherwise. For one thread at a time.
 */
final class FakeDatabase {
  /** What happens to a request instead. */
  @FunctionalInterface
  interface Plan {
    /**
     * Answers a request.
     *
     * @param usual does what would be done usually
     */
    @Nullable
    Object answer(Usual usual) throws Exception;
  }

  /** What a request does. */
  @FunctionalInterface
  interface Usual {
    @Nullable
    Object answer() throws Exception;
  }

  final DataSource dataSource =
      proxy(DataSource.class, (method, arguments) -> request(method, this::borrow));

  String product = "PostgreSQL";
  String version = "15.4";

  /** Who has which lock. */
  final Map<Object, Server> owners = new HashMap<>();

  /** The connection that was borrowed last. */
  @Nullable
  Server last;

  private final Deque<Server> idle = new ArrayDeque<>();
  private final Map<String, Deque<Plan>> plans = new HashMap<>();
  private List<String> asked = new ArrayList<>();
  private int connections;
  private int cut;

  /** The server's end of a connection, and how the driver has been set up. */
  static final class Server {
    final int id;
    boolean autoCommit;
    int timeout = 77;
    boolean isCut;
    boolean isBorrowed;

    /** How long each change of the autocommit might have taken. */
    final List<Integer> timeoutsOfSettings = new ArrayList<>();

    Server(int id) {
      this.id = id;
    }

    /** Each is a question to the server with some drivers. */
    @Nullable
    Object setAutoCommit(boolean isOn) {
      timeoutsOfSettings.add(timeout);
      autoCommit = isOn;
      return null;
    }

    @Nullable
    Object setTimeout(int millis) {
      timeout = millis;
      return null;
    }

    String token() {
      return id + "-token";
    }
  }

  /** Plans what happens at the next request of a kind for which nothing is planned yet. */
  FakeDatabase next(String kind, Plan plan) {
    plans.computeIfAbsent(kind, unused -> new ArrayDeque<>()).add(plan);
    return this;
  }

  /** Plans a fault instead of an answer. */
  FakeDatabase fail(String kind, Exception fault) {
    return next(kind, usual -> {
      throw fault;
    });
  }

  /** What was asked since this was asked last, in order; settings are not told. */
  List<String> asked() {
    List<String> all = asked;
    asked = new ArrayList<>();
    return all;
  }

  /** Connections that someone has. */
  int borrowed() {
    return connections - idle.size() - cut;
  }

  /** Ends a connection as an administrator does. */
  void end(Server server) {
    owners.values().removeIf(server::equals);
    server.isCut = true;
  }

  private @Nullable Object request(String kind, Usual usual) throws Exception {
    asked.add(kind);
    Deque<Plan> planned = plans.getOrDefault(kind, new ArrayDeque<>());
    return planned.isEmpty() ? usual.answer() : planned.remove().answer(usual);
  }

  private Connection borrow() {
    Server server = idle.isEmpty() ? new Server(++connections) : idle.remove();
    server.isBorrowed = true;
    last = server;
    return proxy(Connection.class, (method, arguments) -> switch (method) {
      case "getMetaData" ->
        proxy(
            DatabaseMetaData.class,
            (what, none) -> what.equals("getDatabaseProductName") ? product : version);
      case "getAutoCommit" -> server.autoCommit;
      case "setAutoCommit" -> server.setAutoCommit((boolean) arguments[0]);
      case "getNetworkTimeout" -> server.timeout;
      case "setNetworkTimeout" -> server.setTimeout((int) arguments[1]);
      case "prepareStatement" -> prepare(server, (String) arguments[0]);
      case "abort" -> request("abort", () -> cut(server));
      case "close" -> request("close", () -> giveBack(server));
      default -> throw new UnsupportedOperationException(method);
    });
  }

  private @Nullable Object cut(Server server) {
    end(server);
    return null;
  }

  private @Nullable Object giveBack(Server server) {
    if (server.isBorrowed) {
      server.isBorrowed = false;
      if (server.isCut) {
        cut++;
      } else {
        idle.add(server);
      }
    }
    return null;
  }

  private PreparedStatement prepare(Server server, String question) {
    List<Object> name = new ArrayList<>();
    return proxy(PreparedStatement.class, (method, arguments) -> switch (method) {
      case "setString", "setLong" -> name.add(arguments[1]);
      case "executeQuery" -> {
        String kind = kind(question);
        yield rows(request(kind, () -> {
          if (server.isCut) {
            throw new SQLException("the connection is closed", "08003");
          }
          return answer(server, kind, name.get(0));
        }));
      }
      case "close" -> null;
      default -> throw new UnsupportedOperationException(method);
    });
  }

  private static String kind(String question) {
    for (Dialect dialect : Dialect.values()) {
      if (question.equals(dialect.take)) {
        return "take";
      } else if (question.equals(dialect.release)) {
        return "release";
      } else if (question.equals(dialect.mine)) {
        return "mine";
      } else if (question.equals(dialect.owner)) {
        return "owner";
      }
    }
    throw new UnsupportedOperationException(question);
  }

  private @Nullable String answer(Server server, String kind, Object name) {
    return switch (kind) {
      case "take" -> owners.putIfAbsent(name, server) == null ? yes() : "0";
      case "release" -> owners.remove(name, server) ? yes() : "0";
      case "mine" -> server.equals(owners.get(name)) ? server.token() : null;
      default -> owners.containsKey(name) ? owners.get(name).token() : null;
    };
  }

  private String yes() {
    return product.equals("PostgreSQL") ? "t" : "1";
  }

  private static ResultSet rows(@Nullable Object answer) {
    return proxy(ResultSet.class, (method, arguments) -> switch (method) {
      case "next" -> true;
      case "getString" -> answer;
      case "close" -> null;
      default -> throw new UnsupportedOperationException(method);
    });
  }

  @FunctionalInterface
  private interface Handler {
    @Nullable
    Object call(String method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) ->
            handler.call(method.getName(), Objects.requireNonNullElse(arguments, new Object[0]))));
  }
}
