package dev.corral.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.time.Ttl;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What a program sees that has neither Jackson nor zstd. */
class OptionalDependenciesTest {
  @Test
  void allElseWorksWithoutThem() throws Exception {
    assertThat(without(AllElse.class, "tools.jackson.", "com.github.luben."))
        .isEqualTo("herd,7,true,PRESENT,deflate,stored");
  }

  @Test
  void theCodecsOwnClassNamesNoneOfThem() throws Exception {
    assertThat(without(Signatures.class, "tools.jackson.", "com.github.luben.")).isEqualTo(true);
  }

  @Test
  void jsonWithoutJacksonSaysWhatToAdd() {
    assertThatThrownBy(() -> without(MakeJson.class, "tools.jackson."))
        .hasToString("dev.corral.fault.ConfigurationException: Codec.json needs Jackson 3: add the"
            + " dependency tools.jackson.core:jackson-databind (on the module path also"
            + " --add-modules tools.jackson.databind)");
  }

  @Test
  void zstdThatWasAskedForButIsMissingIsReportedWithAllOtherProblems() {
    assertThatThrownBy(() -> without(MakeZstd.class, "com.github.luben."))
        .hasToString("dev.corral.fault.ConfigurationException: compression: threshold must be 0 or"
            + " more, but is -1; zstd needs the dependency com.github.luben:zstd-jni, with a native"
            + " library for this platform");
  }

  @Test
  void aZstdValueIsCorruptToAReaderWithoutZstd() {
    assertThatThrownBy(() -> without(ReadZstd.class, "com.github.luben."))
        .hasToString("dev.corral.codec.CorruptValueException: cannot inflate: zstd needs the"
            + " dependency com.github.luben:zstd-jni, with a native library for this platform");
  }

  @Test
  void zstdWithoutItsNativeLibraryCountsAsMissing() throws Exception {
    assertThat(without(AllElse.class, "com.github.luben.zstd.util."))
        .isEqualTo("herd,7,true,PRESENT,deflate,stored");
  }

  static final class AllElse implements Callable<Object> {
    @Override
    public Object call() {
      Codec<String> compressed = Codec.strings().compressed();
      String herd = "herd ".repeat(1_000);
      byte[] deflated = compressed.encode(herd);
      byte[] sealed = Envelope.of(Codec.longs().encode(7L))
          .expiry(Ttl.seconds(1), Duration.ZERO)
          .seal();
      return String.join(
          ",",
          Codec.strings().decode("herd".getBytes(UTF_8)),
          Envelope.open(sealed).value(Codec.longs()).orElse(0L).toString(),
          Codec.booleans().decode(Codec.booleans().encode(true)).toString(),
          Codec.existence().decode(new byte[0]).toString(),
          deflated[0] == 1 && compressed.decode(deflated).equals(herd) ? "deflate" : "broken",
          compressed.decode(compressed.encode("stored")));
    }
  }

  static final class Signatures implements Callable<Object> {
    @Override
    public Object call() {
      // Fails with NoClassDefFoundError if any signature names a class that is missing.
      return Arrays.stream(Codec.class.getDeclaredMethods())
          .anyMatch(method -> method.getName().equals("json"));
    }
  }

  static final class MakeJson implements Callable<Object> {
    @Override
    public Object call() {
      return Codec.json(String.class);
    }
  }

  static final class MakeZstd implements Callable<Object> {
    @Override
    public Object call() {
      return Codec.strings().compressed(o -> o.threshold(-1).zstd());
    }
  }

  static final class ReadZstd implements Callable<Object> {
    @Override
    public Object call() {
      byte[] twentyZeros = {
        2, 20, 0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x20, 20, (byte) 0xa3, 0, 0, 0
      };
      return Codec.bytes().compressed().decode(twentyZeros);
    }
  }

  /** Runs a probe on classes of its own, to which those with the given prefixes do not exist. */
  private static Object without(Class<? extends Callable<Object>> probe, String... hidden)
      throws Exception {
    Constructor<?> constructor =
        new HidingLoader(hidden).loadClass(probe.getName()).getDeclaredConstructor();
    constructor.setAccessible(true); // to us it is in another package of the same name
    return ((Callable<?>) constructor.newInstance()).call();
  }

  private static final class HidingLoader extends ClassLoader {
    private final String[] hidden;

    HidingLoader(String... hidden) {
      super(OptionalDependenciesTest.class.getClassLoader());
      this.hidden = hidden;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (Arrays.stream(hidden).anyMatch(name::startsWith)) {
        throw new ClassNotFoundException(name);
      }
      // zstd-jni too gets classes of its own, or it would find its hidden ones by its own loader.
      if (!name.startsWith("dev.corral.") && !name.startsWith("com.github.luben.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
