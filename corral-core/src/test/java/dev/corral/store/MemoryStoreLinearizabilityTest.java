package dev.corral.store;

import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Lets Lincheck run the store's operations at once, and look for an order of them in which a plain
 * map with the same rules gives the same answers.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "unleased", gen = IntGen.class, conf = "3:3")
@Param(name = "any", gen = IntGen.class, conf = "1:3")
@Param(name = "digit", gen = IntGen.class, conf = "1:9")
public class MemoryStoreLinearizabilityTest {
  private static final Ttl LEASE = Ttl.seconds(60);

  private final MemoryStore store = MemoryStore.create(options -> options.ticker(() -> 0));

  @Operation
  public String get(@Param(name = "any") int key) {
    return describe(outcome(Get.of(key(key))));
  }

  @Operation
  public String lease(@Param(name = "key") int key) {
    return describe(outcome(Get.of(key(key)).withLease(LEASE)));
  }

  @Operation
  public void set(@Param(name = "any") int key, @Param(name = "digit") int digit) {
    outcome(Put.set(key(key), bytes(digit), Ttl.NEVER));
  }

  @Operation
  public boolean add(@Param(name = "any") int key, @Param(name = "digit") int digit) {
    return outcome(Put.add(key(key), bytes(digit), Ttl.NEVER)).isStored();
  }

  @Operation
  public boolean append(@Param(name = "any") int key, @Param(name = "digit") int digit) {
    return outcome(Put.append(key(key), bytes(digit))).isStored();
  }

  /**
   * A loop of read and put-if-unchanged: atomic as a whole if the CAS is worth its name. Its key is
   * never leased nor marked stale, or its read would take the win, which is a step of its own.
   */
  @Operation
  public boolean appendByCas(@Param(name = "unleased") int key, @Param(name = "digit") int digit) {
    while (true) {
      if (!(outcome(Get.of(key(key)).withDetails()) instanceof Item item)) {
        return false;
      }
      byte[] longer = (text(item) + digit).getBytes(StandardCharsets.US_ASCII);
      if (outcome(Put.set(key(key), longer, Ttl.NEVER).ifCas(item.cas())).isStored()) {
        return true;
      }
    }
  }

  @Operation
  public DeleteOutcome delete(@Param(name = "any") int key) {
    return outcome(Delete.of(key(key)));
  }

  @Operation
  public DeleteOutcome markStale(@Param(name = "key") int key) {
    return outcome(Delete.of(key(key)).markingStale());
  }

  @Operation
  public String count(@Param(name = "key") int key, @Param(name = "digit") int digit) {
    return outcome(Arithmetic.add(key(key), digit).orCreate(digit, Ttl.NEVER)).toString();
  }

  @Operation
  public void clear() {
    store.clear();
  }

  @Test
  void everyInterleavingThatLincheckTriesHasAnOrder() {
    new ModelCheckingOptions()
        .iterations(5)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(PlainMap.class)
        // Caffeine has been proved by its authors. What is tried here lies between its calls; the
        // stress run below is there for the whole.
        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                name -> name.startsWith("com.github.benmanes.caffeine."))
            .allMethods()
            .treatAsAtomic())
        .check(getClass());
  }

  @Test
  void everyRunUnderStressHasAnOrder() {
    new StressOptions()
        .iterations(12)
        .invocationsPerIteration(2_000)
        .threads(3)
        .actorsPerThread(3)
        .sequentialSpecification(PlainMap.class)
        .check(getClass());
  }

  private <R> R outcome(dev.corral.store.Operation<R> operation) {
    return store.execute(operation).join();
  }

  private static Key key(int number) {
    return Key.raw("key" + number);
  }

  private static byte[] bytes(int digit) {
    return String.valueOf(digit).getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(Item item) {
    return new String(item.value(), StandardCharsets.US_ASCII);
  }

  private static String describe(GetOutcome outcome) {
    return outcome instanceof Item item ? text(item) + " " + item.lease() + item.isStale() : "miss";
  }

  /** The rules again, in one thread and without any cleverness. */
  public static final class PlainMap {
    private final Map<Integer, String> values = new HashMap<>();
    private final Map<Integer, Boolean> won = new HashMap<>();
    private final Map<Integer, Boolean> stale = new HashMap<>();

    public String get(int key) {
      String value = values.get(key);
      if (value == null) {
        return "miss";
      }
      boolean isStale = stale.getOrDefault(key, false);
      if (won.getOrDefault(key, false)) {
        return value + " " + Lease.LOST + isStale;
      }
      won.put(key, isStale);
      return value + " " + (isStale ? Lease.WON : Lease.NONE) + isStale;
    }

    public String lease(int key) {
      if (values.containsKey(key)) {
        return get(key);
      }
      set(key, "");
      won.put(key, true);
      return " " + Lease.WON + false;
    }

    public void set(int key, int digit) {
      set(key, String.valueOf(digit));
    }

    private void set(int key, String value) {
      values.put(key, value);
      won.remove(key);
      stale.remove(key);
    }

    public boolean add(int key, int digit) {
      if (values.containsKey(key)) {
        return false;
      }
      set(key, digit);
      return true;
    }

    public boolean append(int key, int digit) {
      if (!values.containsKey(key)) {
        return false;
      }
      set(key, values.get(key) + digit);
      return true;
    }

    public boolean appendByCas(int key, int digit) {
      return append(key, digit);
    }

    public void clear() {
      values.clear();
      won.clear();
      stale.clear();
    }

    public DeleteOutcome delete(int key) {
      if (values.remove(key) == null) {
        return DeleteOutcome.NOT_FOUND;
      }
      won.remove(key);
      stale.remove(key);
      return DeleteOutcome.DELETED;
    }

    public DeleteOutcome markStale(int key) {
      if (!values.containsKey(key)) {
        return DeleteOutcome.NOT_FOUND;
      }
      won.remove(key);
      stale.put(key, true);
      return DeleteOutcome.DELETED;
    }

    public String count(int key, int digit) {
      String value = values.get(key);
      if (value == null) {
        set(key, digit);
        return "Counted[" + digit + "]";
      }
      if (value.isEmpty()) {
        return "NOT_NUMERIC";
      }
      String sum = String.valueOf(Long.parseLong(value) + digit);
      if (sum.length() > value.length()) {
        set(key, sum);
      } else {
        values.put(key, sum);
      }
      return "Counted[" + sum + "]";
    }
  }
}
