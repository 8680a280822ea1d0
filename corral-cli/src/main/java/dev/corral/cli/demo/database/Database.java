package dev.corral.cli.demo.database;

import java.math.BigInteger;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.tools.Server;

/**
 * A real SQL database in this JVM's memory, with a {@link Disk} that makes it suffer. Other
 * processes reach it by a port on loopback, with a password that nobody can guess. Safe for use by
 * many threads.
 */
public final class Database implements AutoCloseable {
  static {
    // Read once, when H2's classes are loaded: without it the port is open to the whole network.
    System.setProperty("h2.bindAddress", InetAddress.getLoopbackAddress().getHostAddress());
  }

  private static final int PASSWORD_BITS = 128;
  private static final int RADIX = 36;

  private final Disk disk;
  private final String name;
  private final String password;
  private final Server server;
  private final Connection own;
  private final Lock lock = new ReentrantLock();

  private Database(Disk disk, String name, String password, Server server, Connection own) {
    this.disk = disk;
    this.name = name;
    this.password = password;
    this.server = server;
    this.own = own;
  }

  /**
   * Opens one, with no pages in it.
   *
   * @param reads how many queries it can work on at a time
   * @param queryTime how long each takes then
   */
  public static Database open(int reads, Duration queryTime) throws SQLException {
    SecureRandom random = new SecureRandom();
    String name = "mem:corral-demo-" + random(random);
    String password = random(random);
    Disk disk = new Disk(reads, queryTime);
    // Gone when this connection is closed, if the others are by then.
    Connection own = DriverManager.getConnection("jdbc:h2:" + name, Pages.USER, password);
    try (Statement statement = own.createStatement()) {
      statement.execute("create table page (user_id int, page int, version bigint not null,"
          + " body varchar not null, primary key (user_id, page))");
      statement.execute(
          "create alias read_disk for '" + Disk.class.getName() + ".read(long, java.lang.String)'");
      Server server = Server.createTcpServer("-tcpPort", "0").start();
      return new Database(disk, name, password, server, own);
    } catch (SQLException | RuntimeException e) {
      own.close();
      disk.close();
      throw e;
    }
  }

  private static String random(SecureRandom random) {
    return new BigInteger(PASSWORD_BITS, random).toString(RADIX);
  }

  /** What another process needs to know. */
  public Access access() {
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    return new Access(
        "jdbc:h2:tcp://" + host + ":" + server.getPort() + "/" + name, password, disk.number());
  }

  /** Puts in pages 0 to {@code pages - 1} of users 0 to {@code users - 1}, once. */
  public void fill(int users, int pages) throws SQLException {
    lock.lock();
    try (PreparedStatement insert = own.prepareStatement(
        "insert into page (user_id, page, version, body) values (?, ?, 1, ?)")) {
      for (int user = 0; user < users; user++) {
        for (int page = 0; page < pages; page++) {
          insert.setInt(1, user);
          insert.setInt(2, page);
          insert.setString(3, "page " + page + " of user " + user);
          insert.addBatch();
        }
      }
      insert.executeBatch();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes all pages of a user.
   *
   * @return the version that they have now
   */
  public long change(int user) throws SQLException {
    lock.lock();
    try (PreparedStatement update =
        own.prepareStatement("update page set version = version + 1 where user_id = ?")) {
      update.setInt(1, user);
      update.executeUpdate();
      return read(user, 0).version();
    } finally {
      lock.unlock();
    }
  }

  /** A page, not by the disk: no query that counts. */
  public Page read(int user, int page) throws SQLException {
    lock.lock();
    try (PreparedStatement select =
        own.prepareStatement("select version, body from page where user_id = ? and page = ?")) {
      select.setInt(1, user);
      select.setInt(2, page);
      return Pages.only(select);
    } finally {
      lock.unlock();
    }
  }

  /** How many queries have reached it so far. */
  public long queries() {
    return disk.queries();
  }

  /** How many queries it works on, or has waiting. */
  public long running() {
    return disk.running();
  }

  /** From now on every query fails, or no more. */
  public void setFailing(boolean failing) {
    disk.setFailing(failing);
  }

  @Override
  public void close() throws SQLException {
    server.stop();
    try (Statement statement = own.createStatement()) {
      statement.execute("shutdown immediately");
    } finally {
      disk.close();
    }
  }

  /**
   * The way to a database.
   *
   * @param url where it is
   * @param password who knows it gets in
   * @param disk the number of its disk
   */
  public record Access(String url, String password, long disk) {
    /** Without the password. */
    @Override
    public String toString() {
      return url;
    }
  }
}
