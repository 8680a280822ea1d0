package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.dashboard.web.Rig.Answer;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorTest {
  private static final String FORM = "token=" + Rig.TOKEN;
  private static final String HIDDEN = "id=\"wrong\" hidden";

  private final Rig rig = Rig.withToken();

  @AfterEach
  void close() {
    rig.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/events", "/api/key", "/page/dashboard.css", "/elsewhere"})
  void whoShowsNothingSeesNothing(String path) {
    Answer answer = rig.get(path);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
    assertThat(answer.header("cache-control")).isEqualTo("no-store");
    assertThat(answer.body()).contains("sign in at /").doesNotContain(Rig.TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/sign-in"})
  void whoOpensThePageIsAskedForTheToken(String path) {
    Answer answer = rig.get(path);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.body()).contains("action=\"/sign-in\"", HIDDEN).doesNotContain("/page/");
    assertThat(answer.header("content-security-policy"))
        .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none';"
            + " base-uri 'none'; form-action 'self'");
  }

  @Test
  void theTokenIsABearers() {
    assertThat(rig.get("/api/key?key=a", "Authorization: Bearer " + Rig.TOKEN).body())
        .isEqualTo("{\"key\":\"a\"}");
    assertThat(rig.get("/", "Authorization: bearer " + Rig.TOKEN).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer open-sesame",
        "Authorization: Bearer",
        "Authorization: Bearer " + Rig.TOKEN + "x",
        "Authorization: Basic " + Rig.TOKEN,
        "Authorization: " + Rig.TOKEN,
        "Cookie: corral-dashboard=" + Rig.TOKEN,
        "Cookie: token=" + Rig.TOKEN,
        "Cookie: ;;="
      })
  void whatIsNotTheTokenOpensNothing(String header) {
    assertThat(rig.get("/api/key", header).status()).isEqualTo(401);
  }

  @Test
  void theTokenIsNotTakenFromAnAddress() {
    assertThat(rig.get("/?token=" + Rig.TOKEN).status()).isEqualTo(401);
    assertThat(rig.get("/sign-in?token=" + Rig.TOKEN).status()).isEqualTo(401);
  }

  @Test
  void whoSignsInIsGivenACookieThatOpensThePage() {
    Answer answer = rig.post("/sign-in", FORM, "Origin: http://" + rig.host());
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("location")).isEqualTo("/");
    String cookie = Objects.requireNonNull(answer.header("set-cookie"));
    assertThat(cookie)
        .matches("corral-dashboard-" + rig.server.port()
            + "=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=/")
        .doesNotContain(Rig.TOKEN);
    String given = cookie.substring(0, cookie.indexOf(';'));
    assertThat(rig.get("/", "Cookie: " + given).status()).isEqualTo(200);
    assertThat(rig.get("/", "Cookie: other=1; " + given + "; more=2").status()).isEqualTo(200);
    assertThat(rig.get("/", "Cookie: " + given + "x").status()).isEqualTo(401);
    assertThat(rig.get("/sign-in", "Cookie: " + given).status()).isEqualTo(404);
  }

  @Test
  void anotherServersCookieOpensNothing() {
    try (Rig other = Rig.withToken()) {
      String cookie = Objects.requireNonNull(other.post("/sign-in", FORM).header("set-cookie"));
      String secret = cookie.substring(cookie.indexOf('='), cookie.indexOf(';'));
      String forged = "corral-dashboard-" + rig.server.port() + secret;
      assertThat(rig.get("/", "Cookie: " + forged).status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"token=wrong", "token=", "", "token=%zz", "token=a&token=b", "secret=a"})
  void whoSignsInWronglyIsToldSo(String form) {
    Answer answer = rig.post("/sign-in", form);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.body()).contains("id=\"wrong\"").doesNotContain(HIDDEN);
    assertThat(answer.headers()).doesNotContainKey("set-cookie");
  }

  @Test
  void aFormTooLongForATokenIsNotReadToItsEnd() {
    Answer answer = rig.post("/sign-in", FORM + "&more=" + "x".repeat(4096));
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.headers()).doesNotContainKey("set-cookie");
  }

  @Test
  void otherSitesSignNobodyIn() {
    for (String header :
        new String[] {"Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"
        }) {
      Answer answer = rig.post("/sign-in", FORM, header);
      assertThat(answer.status()).as(header).isEqualTo(403);
      assertThat(answer.headers()).doesNotContainKey("set-cookie");
    }
  }

  @Test
  void withATokenAnyNameOfTheMachineWillDo() {
    assertThat(rig.ask("GET", "/", "Host: cache.example:7070", "Authorization: Bearer " + Rig.TOKEN)
            .status())
        .isEqualTo(200);
    assertThat(rig.ask("GET", "/", "Host: cache.example:7070").status()).isEqualTo(401);
  }

  @Test
  void nothingElseIsToBePosted() {
    assertThat(rig.post("/", FORM).status()).isEqualTo(405);
    assertThat(rig.ask("PUT", "/sign-in", "Host: " + rig.host()).status()).isEqualTo(405);
  }
}
