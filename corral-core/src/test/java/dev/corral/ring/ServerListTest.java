package dev.corral.ring;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerListTest {
  @TempDir
  Path dir;

  @Test
  void libketamasOwnFilesAreRead() throws IOException {
    Path file = Files.writeString(
        dir.resolve("servers.txt"),
        "# ours\n10.0.1.1:11211\t600\n\n10.0.1.2:11211  \t 300  # old one\n");

    assertThat(ServerList.read(file))
        .isEqualTo(ServerList.of(
            Server.parse("10.0.1.1:11211").withWeight(600),
            Server.parse("10.0.1.2:11211").withWeight(300)));
  }

  @Test
  void aThirdColumnIsTheNameOnTheRing() {
    assertThat(ServerList.parse("10.0.1.1 1 cache-a").servers())
        .containsExactly(Server.parse("10.0.1.1").withName("cache-a"));
  }

  @Test
  void theCommonWeightIsThatOfAllIfTheyHaveOne() {
    assertThat(ServerList.parse("a:1 3\nb:1 3").commonWeight()).hasValue(3);
    assertThat(ServerList.parse("a:1 3\nb:1 4").commonWeight()).isEmpty();
  }

  @Test
  void aByteOrderMarkAndWindowsLineEndsDoNoHarm() {
    assertThat(ServerList.parse("\uFEFFa:1\t1\r\nb:1\t1\r\n").servers())
        .containsExactly(Server.parse("a:1"), Server.parse("b:1"));
  }

  @Test
  void everythingThatIsWrongIsReportedAtOnceWithItsLine() throws IOException {
    Path file = Files.writeString(dir.resolve("bad.txt"), """
        a:1 1
        b:1
        # c:1
        c:x 1
        d:1 0
        e:1 -5
        f:1 1.5
        A:1 1
        h:1 1 x y
        i:1 1 same
        j:1 1 same
        k:0 none
        l:1 1 one,two
        c:1 2147483648
        """);

    ServerListException e =
        catchThrowableOfType(ServerListException.class, () -> ServerList.read(file));

    String weight = ": expected a whole number from 1 to 2147483647";
    assertThat(e.problems())
        .containsExactly(
            file + ":2: no weight for b:1",
            file + ":4: bad address \"c:x\": the port must be 1 to 65535, but is \"x\"",
            file + ":5: bad weight \"0\"" + weight,
            file + ":6: bad weight \"-5\"" + weight,
            file + ":7: bad weight \"1.5\"" + weight,
            file + ":8: A:1 is already listed at " + file + ":1",
            file + ":9: expected an address, a weight and at most a name, but there are 4 columns",
            file + ":11: the name same is already taken at " + file + ":10",
            file + ":12: bad address \"k:0\": the port must be 1 to 65535, but is \"0\"",
            file + ":12: bad weight \"none\"" + weight,
            file
                + ":13: a server's name must not be empty or hold white space, commas or #, but is \"one,two\"",
            file + ":14: bad weight \"2147483648\"" + weight);
    assertThat(e).hasMessage(String.join("\n", e.problems()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing but words\n"})
  void aListNeedsAServer(String text) {
    assertThatThrownBy(() -> ServerList.parse(text))
        .isInstanceOf(ServerListException.class)
        .hasMessage("server list: there are no servers in it");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path file = dir.resolve("none.txt");

    assertThatThrownBy(() -> ServerList.read(file))
        .isInstanceOf(ServerListException.class)
        .hasMessage(file + ": there is no such file");
  }

  @Test
  void whatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> ServerList.read(dir))
        .isInstanceOf(ServerListException.class)
        .hasMessageStartingWith(dir + ": cannot be read: ");
  }

  @Test
  void linesThatAreNotUtf8AreReportedWithTheOtherProblems() throws IOException {
    Path file = Files.write(
        dir.resolve("latin1.txt"), "# caf\u00e9\na 1\nb 1 b\u00e9\nc\n".getBytes(ISO_8859_1));

    assertThatThrownBy(() -> ServerList.read(file))
        .isInstanceOfSatisfying(
            ServerListException.class,
            e -> assertThat(e.problems())
                .containsExactly(
                    file + ":1: is not UTF-8 text",
                    file + ":3: is not UTF-8 text",
                    file + ":4: no weight for c"));
  }

  @Test
  void aNameMayHoldAnyLetters() throws IOException {
    Path file = Files.writeString(dir.resolve("utf8.txt"), "a 1 caf\u00e9-\ud83d\udc0e\n");

    assertThat(ServerList.read(file).servers().get(0).name()).isEqualTo("caf\u00e9-\ud83d\udc0e");
  }

  @Test
  void aByteOrderMarkIsPartOfTheTextButAtItsStart() {
    assertThatThrownBy(() -> ServerList.parse("a:1 1\n\uFEFFb:1 1\n"))
        .isInstanceOf(ServerListException.class)
        .hasMessageStartingWith("server list:2: bad address \"\uFEFFb:1\"");
  }

  @Test
  void addressesOfAUriMayHaveWeights() {
    assertThat(ServerList.parseAddresses("a, b:1=7,[::1]:2=3").servers())
        .containsExactly(
            Server.parse("a"),
            Server.parse("b:1").withWeight(7),
            Server.parse("[::1]:2").withWeight(3));
  }

  @Test
  void allBadAddressesOfAUriAreReportedByPlace() {
    assertThatThrownBy(() -> ServerList.parseAddresses("a,,b=x,a:11211"))
        .isInstanceOfSatisfying(
            ServerListException.class,
            e -> assertThat(e.problems())
                .containsExactly(
                    "server 2: bad address \"\": \"\" is not a host name or IP address",
                    "server 3: bad weight \"x\": expected a whole number from 1 to 2147483647",
                    "server 4: a:11211 is already listed at server 1"));
  }

  @Test
  void aListMadeInCodeIsCheckedToo() {
    assertThatThrownBy(
            () -> ServerList.of(Server.parse("a"), Server.parse("A:11211").withName("b")))
        .isInstanceOf(ServerListException.class)
        .hasMessage("server 2: A:11211 is already listed at server 1");
    assertThatThrownBy(ServerList::of).isInstanceOf(ServerListException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "[::1]:1, [0:0:0:0:0:0:0:1]:1",
    "[FE80::1%eth0]:1, [fe80:0::0:1%eth0]:1",
    "Cache1, cache1:11211",
    "unix:/a, unix:/a",
  })
  void anEndpointIsTheSameHoweverItIsWritten(String one, String other) {
    assertThatThrownBy(
            () -> ServerList.of(Server.parse(one), Server.parse(other).withName("other")))
        .isInstanceOf(ServerListException.class)
        .hasMessageEndingWith(" is already listed at server 1");
  }

  @ParameterizedTest
  @CsvSource({"unix:/a, unix:/A", "[fe80::1%eth0]:1, [fe80::1%eth1]:1", "[::1]:1, [::1]:2"})
  void otherEndpointsAreOtherServers(String one, String other) {
    assertThat(ServerList.of(Server.parse(one), Server.parse(other)).size()).isEqualTo(2);
  }

  @Test
  void aListMayHoldUnixSockets() {
    Server socket = Server.parse("unix:/run/a=b.sock");

    assertThat(ServerList.parse("unix:/run/a=b.sock 7 a\nb:1 7\n").servers())
        .containsExactly(socket.withWeight(7).withName("a"), Server.parse("b:1").withWeight(7));
    assertThat(
            ServerList.parseAddresses("unix:/run/a=b.sock=7,unix:/run/c.sock").servers())
        .containsExactly(socket.withWeight(7), Server.parse("unix:/run/c.sock"));
    assertThat(ServerList.of(socket).find("unix:/run/a=b.sock")).contains(socket);
  }

  @Test
  void aServerIsFoundByNameOrAddressTheNameFirst() {
    Server a = Server.parse("a:1").withName("b:1");
    Server b = Server.parse("b:1").withName("c");
    ServerList list = ServerList.of(b, a);

    assertThat(list.find("b:1")).contains(a);
    assertThat(list.find("a:1")).contains(a);
    assertThat(list.find("c")).contains(b);
    assertThat(list.find("d")).isEmpty();
  }

  @Test
  void aChangedListIsACopy() {
    ServerList list = ServerList.parseAddresses("a,b");

    assertThat(list.with(Server.parse("c"))).hasToString("[a:11211, b:11211, c:11211]");
    assertThat(list.without("a:11211")).hasToString("[b:11211]");
    assertThat(list.withWeight("b", 5).servers().get(1).weight()).isEqualTo(5);
    assertThat(list).isEqualTo(ServerList.parseAddresses("a,b"));
    assertThat(list).hasSameHashCodeAs(ServerList.parseAddresses("a,b")).isNotEqualTo("a,b");
  }

  @Test
  void onlyAListedServerCanBeTakenOut() {
    assertThatThrownBy(() -> ServerList.parseAddresses("a,b").without("c"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no server is called \"c\"; there are [a:11211, b:11211]");
  }
}
