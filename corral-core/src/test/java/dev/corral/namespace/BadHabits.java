package dev.corral.namespace;

import dev.corral.namespace.NamespaceHistory.Parts;
import dev.corral.scope.Scope;
import dev.corral.site.Site;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Parts of a {@link NamespaceHistory} that break one rule each. */
final class BadHabits {
  private BadHabits() {}

  private static Parts habit(Supplier<RingStore.Habit> habit) {
    return new Parts() {
      @Override
      public RingStore.Habit habit(NamespaceWeather weather) {
        return habit.get();
      }
    };
  }

  /** A process that remembers what it has read and written of the evidence. */
  private abstract static class Remembering implements RingStore.Habit {
    @Nullable
    Item item;

    @Override
    public Object hears(RingStore.Ring at, Operation<?> operation, Object outcome) {
      if (isEvidence(operation)) {
        if (operation instanceof Get && outcome instanceof Item found) {
          item = found.hasCas() || item == null ? found : with(item, found.value());
        } else if (operation instanceof Put put && outcome instanceof PutOutcome.Stored) {
          item = item == null ? null : with(item, put.value());
        }
      }
      return outcome;
    }
  }

  private static Item with(Item item, byte[] value) {
    Item plain = Item.of(value, item.flags(), Lease.NONE, false);
    return item.hasCas()
        ? plain.withDetails(item.cas().number(), item.cas().incarnation(), Long.MAX_VALUE)
        : plain;
  }

  private static boolean isEvidence(Operation<?> operation) {
    return operation.key().equals(NamespaceHistory.EVIDENCE);
  }

  private static boolean isGeneration(Operation<?> operation) {
    return operation.key().toString().startsWith("___counter");
  }

  /** Who invalidates does not set bits that its own copy shows. */
  static Parts skippingBitsByOwnCopy() {
    return habit(() -> new Remembering() {
      private boolean invalidating;

      @Override
      public @Nullable Object assumes(RingStore.Ring at, Operation<?> operation) {
        if (isGeneration(operation) && operation instanceof Put put && put.cas() == null) {
          invalidating = true;
        } else if (isEvidence(operation) && operation instanceof Get get && get.isDetailed()) {
          boolean skips = invalidating && item != null && item.hasCas();
          invalidating = false;
          return skips ? item : null;
        }
        return null;
      }
    });
  }

  /** Those who read break a rule. */
  static Parts reading(SloppyReader.Slip slip) {
    return new Parts() {
      @Override
      public Function<Namespace, Scope> scopes(Site site, NamespaceOptions options) {
        return new SloppyReader(site, options, slip)::scope;
      }
    };
  }

  /** The old half of a new epoch is what the process knew of the one before. */
  static Parts takingTheOldHalfFromOwnCopy() {
    return habit(() -> new Remembering() {
      @Override
      public Object hears(RingStore.Ring at, Operation<?> operation, Object outcome) {
        Item known = item;
        if (known != null
            && isEvidence(operation)
            && operation instanceof Get
            && outcome instanceof Item found
            && found.hasCas()
            && !at.equals(at.store().ring())) {
          return with(found, known.value());
        }
        return super.hears(at, operation, outcome);
      }
    });
  }

  /** The evidence is written whatever it has become. */
  static Parts writingWithoutCas() {
    return habit(() -> new RingStore.Habit() {
      @Override
      public Operation<?> says(RingStore.Ring at, Operation<?> operation) {
        return isEvidence(operation) && operation instanceof Put put && put.cas() != null
            ? Put.set(put.key(), put.value(), put.ttl())
            : operation;
      }
    });
  }

  /** Processes forget, when the servers change, which masters they have seen. */
  static Parts lettingEpochsGoBack() {
    return new Parts() {
      @Override
      public void change(NamespaceMember member, List<Integer> list, Runnable onSettled) {
        member.forget();
        member.use(list, onSettled);
      }
    };
  }
}
