package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GetRequestTest {
  private static final Key KEY = Key.raw("k");

  private final Exchange exchange = new Exchange();

  @Test
  void aGetAsksForWhatItsCallerWants() {
    Get get = Get.of(KEY);

    assertThat(exchange.written(new GetRequest(get))).isEqualTo("mg k f v\r\n");
    assertThat(exchange.written(new GetRequest(get.withoutValue()))).isEqualTo("mg k f\r\n");
    assertThat(exchange.written(new GetRequest(get.withLease(Ttl.seconds(30)))))
        .isEqualTo("mg k N30 c f t v\r\n");
  }

  @Test
  void aMissIsAMiss() throws Exception {
    assertThat(exchange.answer(new GetRequest(Get.of(KEY)), "EN\r\n")).isSameAs(Miss.MISS);
  }

  @Test
  void anItemHasWhatTheReplyTells() throws Exception {
    Item item = (Item) exchange.answer(
        new GetRequest(Get.of(KEY).withDetails()), "VA 3 c77 f5 t40 W X\r\nabc\r\n");

    assertThat(item.value()).asString().isEqualTo("abc");
    assertThat(item.flags()).isEqualTo(5);
    assertThat(item.cas()).isEqualTo(exchange.cas(77));
    assertThat(item.remaining()).isEqualTo(Duration.ofSeconds(40));
    assertThat(item.lease()).isEqualTo(Lease.WON);
    assertThat(item.isStale()).isTrue();
  }

  @Test
  void anItemWithoutEndHasNone() throws Exception {
    Item item = (Item)
        exchange.answer(new GetRequest(Get.of(KEY).withDetails()), "VA 0 c77 f0 t-1 Z\r\n\r\n");

    assertThat(item.expires()).isFalse();
    assertThat(item.lease()).isEqualTo(Lease.LOST);
  }

  @Test
  void anItemReadWithoutDetailsHasNone() throws Exception {
    Item item = (Item) exchange.answer(new GetRequest(Get.of(KEY).withoutValue()), "HD f7\r\n");

    assertThat(item.flags()).isEqualTo(7);
    assertThat(item.value()).isEmpty();
    assertThat(item.hasCas()).isFalse();
    assertThatThrownBy(item::remaining).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aServersFailureIsThisRequestsOwn() {
    assertThatThrownBy(
            () -> exchange.answer(new GetRequest(Get.of(KEY)), "SERVER_ERROR out of memory\r\n"))
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("out of memory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NF", "NS", "EX", "MN", "END", "OK", "ERROR", "CLIENT_ERROR bad", "STAT a b"})
  void anyOtherReplyIsNoAnswerToAGet(String line) {
    assertThatThrownBy(() -> exchange.reply(new GetRequest(Get.of(KEY)), line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> exchange.reply(new ValueRequest(KEY), line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void onlyATouchThatIsLongerIsShortened() {
    Ttl longest = Ttl.seconds(10);
    GetRequest plain = new GetRequest(Get.of(KEY));
    GetRequest brief = new GetRequest(Get.of(KEY).withTouch(longest));
    GetRequest lengthy = new GetRequest(Get.of(KEY).withTouch(Ttl.NEVER));

    assertThat(plain.shortened(longest)).isSameAs(plain);
    assertThat(brief.shortened(longest)).isSameAs(brief);
    assertThat(exchange.written(lengthy.shortened(longest))).isEqualTo("mg k T10 f v\r\n");
  }

  @Test
  void aGetIsAboutItsKeyAndNoChange() {
    GetRequest request = new GetRequest(Get.of(KEY));

    assertThat(request.key()).isEqualTo(KEY);
    assertThat(request.requiredKey()).isEqualTo(KEY);
    assertThat(request.isChange()).isFalse();
    assertThat(request.isMarkable()).isTrue();
    assertThat(request.size()).isZero();
    assertThat(request.describe()).isEqualTo("get k");
  }

  @Test
  void aValueIsReadAlone() throws Exception {
    ValueRequest request = new ValueRequest(KEY);

    assertThat(exchange.written(request)).isEqualTo("mg k v\r\n");
    assertThat(exchange.answer(request, "VA 2\r\nab\r\n")).asString().isEqualTo("ab");
    assertThat(exchange.answer(new ValueRequest(KEY), "EN\r\n")).isNull();
    assertThat(request.key()).isEqualTo(KEY);
    assertThat(request.isChange()).isFalse();
    assertThat(request.shortened(Ttl.seconds(1))).isSameAs(request);
    assertThat(request.describe()).isEqualTo("get k");
  }
}
