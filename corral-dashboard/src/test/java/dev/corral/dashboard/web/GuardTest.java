package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.dashboard.web.Rig.Answer;
import java.net.InetAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
  private final Rig rig = Rig.open();

  @AfterEach
  void close() {
    rig.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:7070", "[::1]", "[::1]:9999"})
  void thisMachinesNamesAreAnsweredTo(String host) {
    assertThat(rig.ask("GET", "/", "Host: " + host).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example",
        "Host: evil.example:7070",
        "Host: localhost.evil.example",
        "Host: evil.example/127.0.0.1",
        "Host: 127.0.0.1.evil.example:7070",
        "Host: localhost@evil.example",
        "Host: 192.168.0.1:7070",
        "Host:"
      })
  void aNameThatCanBePointedHereByOthersIsRefused(String host) {
    for (String path : new String[] {"/", "/events", "/api/key", "/page/dashboard.css"}) {
      Answer answer = rig.ask("GET", path, host);
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("open it by one of these");
      assertThat(answer.headers()).containsKey("content-security-policy");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host: localhost\r\nHost: evil.example", "X-No-Host: localhost"})
  void whoNamesNoHostOrSeveralIsToldToNameOne(String host) {
    try (Rig guarded = Rig.withToken()) {
      for (Rig each : new Rig[] {rig, guarded}) {
        assertThat(each.ask("GET", "/", host))
            .returns(403, Answer::status)
            .returns("a request must say once, as Host, by which name it asks\n", Answer::body);
      }
    }
  }

  @Test
  void anAddressOfItsOwnIsAnsweredTo() throws Exception {
    InetAddress own = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
    assertThat(Guard.ofMachine(own).isKnown("127.0.0.2:80")).isTrue();
    assertThat(Guard.ofMachine(own).isKnown("127.0.0.3:80")).isFalse();
    byte[] bytes = new byte[16];
    bytes[15] = 1;
    assertThat(Guard.ofMachine(InetAddress.getByAddress(bytes)).isKnown("[0:0:0:0:0:0:0:1]:80"))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void whatOtherSitesHaveABrowserAskIsRefused(String site) {
    String[] paths = {"/events", "/api/key?key=a", "/page/dashboard.css", "/?a"};
    for (String path : paths) {
      assertThat(rig.get(path, "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: no-cors")
              .status())
          .as(path)
          .isEqualTo(403);
    }
    assertThat(rig.get("/api/key", "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: navigate")
            .body())
        .isEqualTo(
            "{\"error\":\"the dashboard does not answer to other sites: open it by itself\"}");
    assertThat(rig.post("/", "a=b", "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: navigate")
            .status())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void aLinkToThePageMayBeAnywhereButAFrameMayNot(String site) {
    assertThat(link(site, "document").status()).isEqualTo(200);
    assertThat(link(site, "iframe").status()).isEqualTo(403);
  }

  private Answer link(String site, String destination) {
    return rig.get(
        "/",
        "Sec-Fetch-Site: " + site,
        "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Dest: " + destination);
  }

  @ParameterizedTest
  @ValueSource(strings = {"same-origin", "none"})
  void thePageItselfAndItsUserMayAsk(String site) {
    assertThat(rig.get("/page/dashboard.css", "Sec-Fetch-Site: " + site).status())
        .isEqualTo(200);
  }

  @Test
  void anOriginMustBeTheHostThatIsAsked() {
    assertThat(rig.get("/", "Origin: http://" + rig.host()).status()).isEqualTo(200);
    assertThat(rig.get("/", "Origin: https://" + rig.host()).status()).isEqualTo(200);
    assertThat(rig.get("/", "Origin: http://evil.example").status()).isEqualTo(403);
    assertThat(rig.get("/", "Origin: http://127.0.0.1:1").status()).isEqualTo(403);
    assertThat(rig.get("/", "Origin: null").status()).isEqualTo(403);
    assertThat(rig.get("/", "Origin: http://" + rig.host(), "Origin: http://evil.example")
            .status())
        .isEqualTo(403);
  }
}
