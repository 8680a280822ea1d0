package dev.corral.testkit;

import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.Ttl;

/** What the parts of {@link StoreContract} have in common: short words for a store under test. */
abstract class StoreSubject extends BasicStoreContract {
  /** Flags that tell a real value from a placeholder. */
  static final int FLAGS = 5;

  @Override
  protected abstract Store open();

  Store store() {
    return (Store) basicStore();
  }

  <R> R run(Operation<R> operation) {
    return await(store().execute(operation));
  }

  /** A key whose item is there, with flags, and lives on. */
  Key stored(String value) {
    Key key = freshKey();
    run(Put.set(key, bytes(value), Ttl.NEVER).withFlags(FLAGS));
    return key;
  }

  Item look(Key key) {
    return item(run(Get.of(key).withDetails()));
  }

  String textOf(Key key) {
    return text(look(key));
  }

  Cas casOf(Key key) {
    return look(key).cas();
  }

  /** The CAS that the item had before it was written anew. */
  Cas outdatedCasOf(Key key) {
    Item item = look(key);
    run(Put.set(key, item.value(), Ttl.NEVER).withFlags(item.flags()));
    return item.cas();
  }
}
