package dev.corral.list;

import dev.corral.crowd.Retries;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.lease.Content;
import dev.corral.lease.LeasedReads;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.store.ValueTooLargeException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Lists of one item each. */
/* design
 *
 * A change extends the item, whatever it is:
 *
 *   a list                   the change is in it
 *   a placeholder            it is stored along with what is being loaded, or keeps that from being
 *                            stored (LeasedReads)
 *   nothing                  refused. Whoever loads the list later finds the change in the origin,
 *                            which was changed before
 *   a list that is full      refused too. So what is refused is looked after: the item is read, and
 *                            written anew by CAS, without what is dead and with the change. If that
 *                            is too large, or others are always faster, the item is deleted
 *
 * Nobody but the load and this rewriting ever replaces the item, both by CAS. So a change that was
 * acknowledged is in the item for as long as that lives.
 *
 * An add to a blacklist is always looked after, for an older remove may stand against it. A remove that
 * comes between the add and the look is undone by the rewriting; but then the two have overlapped, and
 * either may be the last.
 */
final class ItemList implements ListItems {
  private static final int MOST_TRIES = 50;
  private static final CompletableFuture<@Nullable Void> DONE =
      CompletableFuture.completedFuture(null);

  private final Site site;
  private final Store store;
  private final ListOptions options;
  private final Format format;
  private final LeasedReads reads;
  private final Retries retries;
  private final Warnings warnings;

  ItemList(Site site, Store store, ListOptions options, Format format, LeasedReads reads) {
    this.site = site;
    this.store = store;
    this.options = options;
    this.format = format;
    this.reads = reads;
    this.retries = new Retries(site);
    this.warnings = new Warnings(site);
  }

  @Override
  public CompletableFuture<List<Long>> read(Key key, Callable<Ids> origin, Executor executor) {
    return Answers.map(reads.read(key, new Source(key, origin), executor), Ids::toList);
  }

  @Override
  public CompletableFuture<@Nullable Void> change(Key key, Change change) {
    return tryToChange(key, change, 0);
  }

  private CompletableFuture<@Nullable Void> tryToChange(Key key, Change change, int tries) {
    return Answers.then(
        Answers.begin(() -> store.execute(format.extend(key, change))),
        outcome -> outcome.isStored() && !format.isUnsure(change)
            ? DONE
            : lookAfter(key, change, outcome.isStored(), tries));
  }

  private CompletableFuture<@Nullable Void> lookAfter(
      Key key, Change change, boolean isStored, int tries) {
    return Answers.then(store.execute(Get.of(key).withDetails()), outcome -> {
      if (!(outcome instanceof Item item)) {
        return DONE;
      }
      Ids ids = format.read(item);
      if (ids == null ? isStored : ids.reflect(change)) {
        return DONE;
      }
      if (ids == null || !item.hasCas()) {
        // A placeholder that is new, or full; or a list that can't be rewritten.
        return again(key, change, isStored, tries);
      }
      ids.apply(change);
      return Answers.branch(
          rewrite(key, item, ids),
          rewritten -> rewritten.isStored() ? DONE : again(key, change, isStored, tries),
          fault -> CompletableFuture.failedFuture(
              fault instanceof ValueTooLargeException
                  ? new ListFullException(key, ids.size(), fault)
                  : fault));
    });
  }

  /** Others were faster; perhaps they have made room. What was extended need not be once more. */
  private CompletableFuture<@Nullable Void> again(
      Key key, Change change, boolean isStored, int tries) {
    if (tries == MOST_TRIES) {
      // What is not cached is loaded with the change.
      return Answers.map(store.execute(Delete.of(key)), deleted -> null);
    }
    return retries.again(
        key,
        tries,
        next -> isStored ? lookAfter(key, change, true, next) : tryToChange(key, change, next));
  }

  private CompletableFuture<PutOutcome> rewrite(Key key, Item item, Ids ids) {
    Put put = format.write(key, ids.live(), new byte[0], ListItems.remaining(item));
    return Answers.begin(() -> store.execute(put.withFlags(item.flags()).ifCas(item.cas())));
  }

  @Override
  public CompletableFuture<Boolean> compact(Key key) {
    CompletableFuture<GetOutcome> reply =
        Answers.begin(() -> store.execute(Get.of(key).withDetails()));
    return Answers.then(reply, outcome -> {
      Ids ids = outcome instanceof Item item && item.hasCas() ? format.read(item) : null;
      return ids != null && ids.dead() > 0 && outcome instanceof Item item
          ? Answers.map(rewrite(key, item, ids), PutOutcome::isStored)
          : CompletableFuture.completedFuture(false);
    });
  }

  private final class Source implements Content<Ids> {
    private final Key key;
    private final Callable<Ids> origin;

    Source(Key key, Callable<Ids> origin) {
      this.key = key;
      this.origin = origin;
    }

    @Override
    public @Nullable Ids read(Item item) {
      Ids ids = format.read(item);
      if (ids != null && ids.areMostlyDead() && item.hasCas()) {
        CompletableFuture<PutOutcome> unused = rewrite(key, item, ids);
      }
      return ids;
    }

    @Override
    public Ids load() throws Exception {
      return origin.call();
    }

    @Override
    public boolean isExtended() {
      return format.keepsOrder();
    }

    @Override
    public @Nullable Put put(Ids ids, byte[] before, byte[] behind) {
      Put put = format.write(key, ids.live(), behind, options.drawTtl(site.random()));
      int size = put.value().length;
      if (size > options.maxBytes()) {
        warnings.tooLarge(key, size, options.maxBytes());
        return null;
      }
      return put;
    }
  }
}
