package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.site.Site;
import dev.corral.store.FourOperations;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamespacesTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Corral corral = Corral.open("memory:");
  private final Cache<String, String> cache = corral.cache(
      "shop", Keys.strings(), Codec.strings(), options -> options.ttl(Duration.ofMinutes(1)));
  private int loads;

  @AfterEach
  void close() {
    corral.close();
  }

  private String load(String key) {
    return key + " " + ++loads;
  }

  @Test
  void aNamespaceMakesAllThatIsInItVanishAndNothingElse() {
    Namespace user = corral.namespace("userId", 12543);
    Namespace other = corral.namespace("userId", 12544);
    Namespace product = corral.namespace("prodID", 54929873);
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 1");
    assertThat(cache.in(other).get("basket", this::load)).isEqualTo("basket 2");
    assertThat(cache.in(user, product).get("watched", this::load)).isEqualTo("watched 3");
    assertThat(cache.in(other, product).get("watched", this::load)).isEqualTo("watched 4");

    user.invalidate();

    assertThat(cache.in(other).get("basket", this::load)).isEqualTo("basket 2");
    assertThat(cache.in(other, product).get("watched", this::load)).isEqualTo("watched 4");
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 5");
    assertThat(cache.in(product, user).get("watched", this::load)).isEqualTo("watched 6");

    product.invalidate();

    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 5");
    assertThat(cache.in(user, product).get("watched", this::load)).isEqualTo("watched 7");
    assertThat(cache.in(other, product).get("watched", this::load)).isEqualTo("watched 8");
  }

  @Test
  void keysHoldTheGenerationsOfTheirNamespaces() {
    Namespaces namespaces = corral.namespaces();
    Namespace user = namespaces.namespace("userId", 12543);
    Namespace product = namespaces.namespace("prodID", 54929873);
    String master = namespaces.evidence().epoch().toString();
    assertThat(namespaces.key("userId", 12543)).hasToString("userId:12543|" + master);
    user.invalidate();
    String generation = user.generation().toString();
    assertThat(generation).isNotEqualTo(master);
    assertThat(namespaces.key("prodLastWatched", user, product))
        .hasToString("prodLastWatched:12543|" + generation + ":54929873|" + master);
    namespaces.invalidateAll(List.of(user, product));
    assertThat(user.generation().toString()).isNotEqualTo(generation);
    assertThat(product.generation().toString()).isNotEqualTo(master);
  }

  @Test
  void aFlushAtOnceMovesAll() {
    Namespace user = corral.namespace("userId", 12543);
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 1");
    corral.namespaces().rollingFlush(Duration.ZERO);
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 2");
  }

  @Test
  void aKeyMayBelongToOneNamespaceUnderAnyName() {
    Namespaces namespaces = corral.namespaces();
    Namespace user = namespaces.namespace("userId", 12543);
    user.invalidate();
    assertThat(namespaces.key("basket", user))
        .hasToString("basket:12543|" + user.generation())
        .isEqualTo(namespaces.key("basket", namespaces.namespace("userId", "12543")));
    assertThat(namespaces.key("userId", user)).isEqualTo(namespaces.key("userId", 12543));
  }

  @Test
  void keysAndGenerationsBeginWithThePrefixOfTheSite() {
    MemoryStore store = MemoryStore.create();
    try (Corral shop = Corral.on(store, site -> site.prefix("shop"));
        Corral blog = Corral.on(store, site -> site.prefix("blog"))) {
      Generation blogs = blog.namespace("userId", 1).generation();
      shop.namespace("userId", 1).invalidate();
      assertThat(blog.namespace("userId", 1).generation()).isEqualTo(blogs);
      assertThat(shop.namespaces().key("userId", 1).toString()).startsWith("shop:userId:1|");
      assertThat(store.get(Key.of("shop", "___counter", "userId", "1")).join())
          .isInstanceOf(Item.class);
      assertThat(store.get(Key.of("blog", "corral-evidence")).join()).isInstanceOf(Item.class);
    }
  }

  @Test
  void theEvidenceTellsWhatHasBeenTouchedAndWhichFlushRuns() {
    Namespaces namespaces = rig.process().namespaces();
    Evidence before = namespaces.evidence();
    assertThat(before.bits()).isEqualTo(640);
    assertThat(before.touchedBits()).isZero();
    assertThat(before.roll()).isEmpty();
    assertThat(before.epoch().born()).isEqualTo(NamespaceRig.START);
    namespaces.namespace("userId", 1).invalidate();
    assertThat(namespaces.evidence().touchedBits()).isEqualTo(2);
    Roll roll = namespaces.rollingFlush(Duration.ofMinutes(1));
    Evidence during = namespaces.evidence();
    assertThat(during.roll()).contains(roll);
    assertThat(during.epoch()).isGreaterThan(before.epoch());
    assertThat(during.touchedBits()).isZero();
    rig.pass(Duration.ofMinutes(1));
    assertThat(namespaces.evidence().roll()).isEmpty();
  }

  @Test
  void withoutEvidenceThereIsNoRollingFlush() {
    Namespaces off = rig.process(options -> options.evidence(false)).namespaces();
    assertThat(off.evidence().bits()).isZero();
    assertThatThrownBy(() -> off.rollingFlush(Duration.ZERO))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("a rolling flush needs evidence, which is switched off");
  }

  @Test
  void aStoreWithoutCasIsRefused() {
    try (Site basic = Site.on(new FourOperations(MemoryStore.create()))) {
      assertThatThrownBy(() -> Namespaces.on(basic, options -> options))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage("namespaces need a store that has CAS, which FourOperations has not");
    }
    Member bare = rig.process();
    bare.wire.withoutCas = true;
    Namespaces namespaces = bare.namespaces();
    assertThatThrownBy(namespaces::evidence)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("the server of corral-evidence is run without (-C)");
  }

  @Test
  void wrongOptionsAreToldAllAtOnce() {
    assertThatThrownBy(() -> corral.namespaces(options -> options.prefix("").evidenceBytes(0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the namespaces' options: prefix must have 1 to 50 bytes, but has 0;"
            + " evidenceBytes must be 1 to 8192, but is 0");
  }

  private static Cache<String, String> cache(Member member) {
    return Cache.on(
        member.site,
        "shop",
        Keys.strings(),
        Codec.strings(),
        options -> options.ttl(Duration.ofDays(1)));
  }

  @ParameterizedTest(name = "{0}, {1} namespaces, {2}: {3} requests")
  @CsvSource({
    "plain,   0, untouched, 1",
    "strict,  1, untouched, 2",
    "strict,  3, untouched, 2",
    "strict,  1, touched,   3",
    "strict,  3, touched,   5",
    "relaxed, 1, untouched, 1",
    "relaxed, 3, untouched, 1",
    "relaxed, 1, touched,   1",
    "relaxed, 3, touched,   1",
    "off,     1, untouched, 2",
    "off,     3, untouched, 4",
    "off,     1, touched,   2",
    "off,     3, touched,   4",
  })
  void aHitIsOneFlightInEveryMode(String mode, int count, String state, int requests) {
    Member member = rig.process(
        switch (mode) {
          case "relaxed" -> options -> options.relaxed(Duration.ofSeconds(10));
          case "off" -> options -> options.evidence(false);
          default -> options -> options;
        });
    Namespaces namespaces = member.namespaces();
    Namespace[] users = IntStream.range(0, count)
        .mapToObj(i -> namespaces.namespace("user", i))
        .toArray(Namespace[]::new);
    if (state.equals("touched")) {
      namespaces.invalidateAll(List.of(users));
    }
    Cache<String, String> in = count == 0 ? cache(member) : cache(member).in(users);
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");

    List<List<String>> flights = member.wire.flights(() -> in.async().get("basket", this::load));

    assertThat(flights).hasSize(1);
    assertThat(flights.get(0)).hasSize(requests);
    assertThat(loads).isEqualTo(1);
  }

  @Test
  void relaxedProcessesSeeOthersInvalidationsAfterAWhileAndTheirOwnAtOnce() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(10)));
    Namespaces own = relaxed.namespaces();
    Namespace others = rig.process().namespaces().namespace("user", 1);
    Cache<String, String> in = cache(relaxed).in(own.namespace("user", 1));
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
    others.invalidate();
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
    rig.pass(Duration.ofSeconds(11));
    assertThat(in.get("basket", this::load)).isEqualTo("basket 2");
    own.namespace("user", 1).invalidate();
    assertThat(in.get("basket", this::load)).isEqualTo("basket 3");
    assertThat(in.get("basket", this::load)).isEqualTo("basket 3");
  }

  @Test
  void strictAndRelaxedProcessesDoNotVoidOneAnothersValues() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(10)));
    Member strict = rig.process();
    Namespace user = strict.namespaces().namespace("user", 1);
    Cache<String, String> trusting = cache(relaxed).in(relaxed.namespaces().namespace("user", 1));
    Cache<String, String> in = cache(strict).in(user);
    assertThat(trusting.get("basket", this::load)).isEqualTo("basket 1");
    user.invalidate();
    for (int i = 0; i < 20; i++) {
      assertThat(in.get("basket", this::load)).isEqualTo("basket 2");
      assertThat(trusting.get("basket", this::load)).isEqualTo("basket 2");
      rig.pass(Duration.ofSeconds(1));
    }
    user.invalidate();
    assertThat(trusting.get("other", this::load)).isEqualTo("other 3");
    assertThat(in.get("other", this::load)).isEqualTo("other 3");
  }

  @Test
  void whileTheEvidenceCannotBeReadValuesAreLoadedAndNotStored() {
    Member member = rig.process();
    Cache<String, String> in = cache(member).in(member.namespaces().namespace("user", 1));
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
    for (int i = 0; i < 2; i++) {
      member.wire.lose("get evidence");
      assertThat(in.get("basket", this::load)).isEqualTo("basket " + (i + 2));
    }
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
  }

  @Test
  void garbageInPlaceOfTheBookkeepingMeansMissesAndNothingElse() {
    Member member = rig.process();
    Namespace user = member.namespaces().namespace("user", 1);
    Cache<String, String> in = cache(member).in(user);
    user.invalidate();
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
    rig.write("a", user.key(), new byte[] {7});
    assertThat(in.get("basket", this::load)).isEqualTo("basket 2");
    rig.write("a", NamespaceRig.EVIDENCE, new byte[] {7});
    assertThat(in.get("basket", this::load)).isEqualTo("basket 3");
    assertThat(in.get("basket", this::load)).isEqualTo("basket 3");
  }

  @Test
  void aProcessThatDisagreesFailsAndTheOthersGoOn() {
    Member member = rig.process();
    Namespace user = member.namespaces().namespace("user", 1);
    user.invalidate();
    Cache<String, String> in = cache(member).in(user);
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
    Namespaces differing = rig.process(options -> options.evidenceBytes(81)).namespaces();
    Namespace theirs = differing.namespace("user", 1);
    assertThatThrownBy(theirs::invalidate)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("evidence of 80 bytes, here 81 bytes");
    assertThatThrownBy(theirs::generation).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> differing.rollingFlush(Duration.ZERO))
        .isInstanceOf(ConfigurationException.class);
    assertThat(in.get("basket", this::load)).isEqualTo("basket 1");
  }
}
