package dev.corral.memcached.request;

import dev.corral.memcached.wire.Reply;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Several plain gets in one command, each with its own caller. */
public final class GetManyRequest extends ManyRequest<@Nullable Void> {
  private final List<GetRequest> gets;

  /**
   * Creates the request.
   *
   * @param gets what is asked; each reads value and flags and nothing else
   */
  public GetManyRequest(List<GetRequest> gets) {
    super(gets.stream().map(GetRequest::key).toList());
    this.gets = gets;
  }

  @Override
  void found(int index, Reply reply) {
    gets.get(index).answer(Item.of(reply.value(), reply.flags(), Lease.NONE, false));
  }

  @Override
  void missed(int index) {
    gets.get(index).answer(Miss.MISS);
  }

  @Override
  @Nullable
  Void result() {
    return null;
  }

  @Override
  public boolean settle(Executor executor) {
    if (!super.settle(executor)) {
      return false;
    }
    Throwable cause = failure();
    for (GetRequest get : gets) {
      if (cause == null) {
        get.settle(executor);
        get.wake();
      } else {
        get.settle(cause, executor);
      }
    }
    return true;
  }
}
