package dev.corral.it;

import dev.corral.it.ScriptedServer.Script;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How stores reach their servers: plainly, or with what secures them. What a test does on one way
 * it can do on all.
 *
 * @param arguments what starts a memcached
 * @param tls what a scripted server speaks inside of; null for nothing
 * @param hasLogin whether stores log in
 * @param options what a store is told
 */
public record Way(
    List<String> arguments,
    @Nullable SSLContext tls,
    boolean hasLogin,
    UnaryOperator<MemcachedOptions> options) {
  public static final Way PLAIN = new Way(List.of(), null, false, UnaryOperator.identity());

  /** As {@link Memcached#with}. */
  public Memcached memcached(String... more) {
    return Memcached.with(
        Stream.concat(arguments.stream(), Arrays.stream(more)).toArray(String[]::new));
  }

  /** As {@link ScriptedServer#with(Script...)}; a script begins when the client has logged in. */
  public ScriptedServer with(Script... scripts) {
    Script[] all = Arrays.stream(scripts).map(this::afterLogin).toArray(Script[]::new);
    return tls == null ? ScriptedServer.with(all) : ScriptedServer.with(tls, all);
  }

  /** As {@link ScriptedServer#always(Script)}; the script begins when the client has logged in. */
  public ScriptedServer always(Script script) {
    return tls == null
        ? ScriptedServer.always(afterLogin(script))
        : ScriptedServer.always(tls, afterLogin(script));
  }

  private Script afterLogin(Script script) {
    return !hasLogin
        ? script
        : connection -> {
          connection.takeLogin();
          script.run(connection);
        };
  }

  /** As {@link MemcachedStore#open(ServerList, UnaryOperator)}. */
  public MemcachedStore open(ServerList servers, UnaryOperator<MemcachedOptions> more) {
    return MemcachedStore.open(servers, base -> more.apply(options.apply(base)));
  }

  /**
   * How often to do what is done so often on the plain way. The others have most of the code in
   * common with it.
   */
  public int share(int count) {
    return equals(PLAIN) ? count : Math.max(1, count / 5);
  }
}
