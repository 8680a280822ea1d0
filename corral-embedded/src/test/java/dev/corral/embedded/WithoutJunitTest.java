package dev.corral.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Who does not use the extension needs no JUnit. */
class WithoutJunitTest {
  @Test
  void theServerRunsWhereThereIsNoJunit() throws Exception {
    URL[] others = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(path -> !path.contains("junit"))
        .map(WithoutJunitTest::url)
        .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(others, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> loader.loadClass("org.junit.jupiter.api.Test"))
          .isInstanceOf(ClassNotFoundException.class);
      Class<?> type = loader.loadClass("dev.corral.embedded.EmbeddedServer");
      assertThat(type).isNotSameAs(EmbeddedServer.class);
      try (AutoCloseable server = (AutoCloseable) type.getMethod("start").invoke(null)) {
        assertThat((String) type.getMethod("uri").invoke(server)).startsWith("memcached://127");
      }
    }
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
