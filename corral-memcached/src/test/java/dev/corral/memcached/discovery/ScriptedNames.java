package dev.corral.memcached.discovery;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.directory.Attributes;
import javax.naming.directory.BasicAttribute;
import javax.naming.directory.BasicAttributes;
import javax.naming.directory.InitialDirContext;
import javax.naming.spi.NamingManager;
import org.jspecify.annotations.Nullable;

/** What DNS says to this JVM, as the test wants it; nothing is asked of the network. */
final class ScriptedNames {
  private static final Map<String, List<String>> RECORDS = new ConcurrentHashMap<>();
  private static final Map<String, NamingException> FAULTS = new ConcurrentHashMap<>();
  private static final List<String> ASKED = new CopyOnWriteArrayList<>();

  static {
    try {
      NamingManager.setInitialContextFactoryBuilder(environment -> Answering::new);
    } catch (NamingException e) {
      throw new IllegalStateException(e);
    }
  }

  private ScriptedNames() {}

  /** Forgets all. */
  static void clear() {
    RECORDS.clear();
    FAULTS.clear();
    ASKED.clear();
  }

  /** What is said of a name. */
  static void put(String name, String type, String... records) {
    RECORDS.put(name + " " + type, List.of(records));
  }

  /** That a question fails. */
  static void fail(String name, String type, NamingException fault) {
    FAULTS.put(name + " " + type, fault);
  }

  /** Who was asked for what. */
  static List<String> asked() {
    return List.copyOf(ASKED);
  }

  /** Answers for one name server. */
  private static final class Answering extends InitialDirContext {
    private final String url;

    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // it is what JNDI asks for
    Answering(Hashtable<?, ?> environment) throws NamingException {
      super(true);
      this.url = String.valueOf(environment.get(Context.PROVIDER_URL));
    }

    @Override
    public Attributes getAttributes(String name, String @Nullable [] types) throws NamingException {
      BasicAttributes found = new BasicAttributes(true);
      List<String> wanted = types == null ? List.of() : Arrays.asList(types);
      for (String type : new ArrayList<>(wanted)) {
        ASKED.add(url + " " + name + " " + type);
        NamingException fault = FAULTS.get(name + " " + type);
        if (fault != null) {
          throw fault;
        }
        List<String> records = RECORDS.get(name + " " + type);
        if (records != null) {
          BasicAttribute attribute = new BasicAttribute(type);
          records.forEach(attribute::add);
          found.put(attribute);
        } else if (RECORDS.keySet().stream().noneMatch(key -> key.startsWith(name + " "))) {
          throw new NameNotFoundException("DNS name not found [response code 3]");
        }
      }
      return found;
    }

    @Override
    public void close() {}
  }
}
