package dev.corral.cache;

import dev.corral.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Lets Lincheck run the steps of one key's flights at once, and look for an order of them in which
 * plain lists with the same rules give the same answers: no caller may be lost, nor answered twice.
 *
 * <p>Caller number n came at moment n; the bare load begins at moment 2.
 */
@Param(name = "claim", gen = IntGen.class, conf = "1:2")
@Param(name = "caller", gen = IntGen.class, conf = "1:4")
public class FlightsLinearizabilityTest {
  private static final long BEGIN = 2;

  /**
   * Not the test's own: Lincheck looks into all that a test has, and there are threads in there.
   */
  private static final Crowd CROWD = new Crowd();

  private static final List<Caller<String, String>> CALLERS =
      IntStream.rangeClosed(1, 4).mapToObj(since -> CROWD.caller("a", since)).toList();

  private final Key key = CROWD.wire("a");
  private final Flights<String, String> flights = new Flights<>();
  private final Flight<String, String> bare = CROWD.bare("a");
  private final List<Flight<String, String>> claimed =
      List.of(CROWD.claimed("a", 1), CROWD.claimed("a", 2));

  @Operation
  public void start(@Param(name = "claim") int claim) {
    flights.start(claimed.get(claim - 1));
  }

  @Operation
  public boolean join(@Param(name = "claim") int claim, @Param(name = "caller") int caller) {
    return flights.join(key, CROWD.claim(claim), Crowd.STAMP.value(), callers(caller));
  }

  @Operation
  public boolean holds(@Param(name = "claim") int claim) {
    return flights.holds(key, CROWD.claim(claim));
  }

  @Operation
  public String land(@Param(name = "claim") int claim) {
    return names(flights.land(claimed.get(claim - 1)));
  }

  @Operation
  public boolean joinBare(@Param(name = "caller") int caller) {
    return flights.joinBare(callers(caller).get(0), bare, false);
  }

  @Operation
  public void beginBare() {
    flights.begin(bare, BEGIN);
  }

  @Operation
  public String landBare() {
    return names(flights.land(bare));
  }

  @Operation
  public String takeNext() {
    return names(flights.takeNext(key));
  }

  @Operation
  public boolean await(@Param(name = "caller") int caller) {
    return flights.await(key, callers(caller));
  }

  @Operation
  public String takeWaiting() {
    return names(flights.takeWaiting(key));
  }

  @Operation
  public boolean continuePolling() {
    return flights.continuePolling(key);
  }

  @Test
  void everyInterleavingThatLincheckTriesHasAnOrder() {
    new ModelCheckingOptions()
        .iterations(4)
        .invocationsPerIteration(20)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(PlainLists.class)
        .check(getClass());
  }

  @Test
  void everyRunUnderStressHasAnOrder() {
    new StressOptions()
        .iterations(12)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(4)
        .sequentialSpecification(PlainLists.class)
        .check(getClass());
  }

  private List<Caller<String, String>> callers(int number) {
    return List.of(CALLERS.get(number - 1));
  }

  private static String names(List<Caller<String, String>> callers) {
    return callers.stream().map(caller -> "" + caller.visit.since).collect(Collectors.joining(" "));
  }

  /** The rules again, in one thread. A load that starts anew keeps its callers, as the other's. */
  public static final class PlainLists {
    private final List<Integer> running = new ArrayList<>();
    private final List<List<Integer>> joined = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<Integer> bare = new ArrayList<>();
    private final List<Integer> next = new ArrayList<>();
    private final List<Integer> waiting = new ArrayList<>();
    private boolean bareRuns;
    private boolean bareBegan;
    private boolean polling;

    public void start(int claim) {
      running.add(claim);
    }

    public boolean join(int claim, int caller) {
      return running.contains(claim) && joined.get(claim - 1).add(caller);
    }

    public boolean holds(int claim) {
      return running.contains(claim);
    }

    public String land(int claim) {
      running.remove((Integer) claim);
      return names(joined.get(claim - 1));
    }

    public boolean joinBare(int caller) {
      boolean first = !bareRuns;
      (first || !bareBegan || caller <= BEGIN ? bare : next).add(caller);
      bareRuns = true;
      return first;
    }

    public void beginBare() {
      bareBegan = true;
    }

    public String landBare() {
      bareRuns = false;
      return names(bare);
    }

    public String takeNext() {
      return take(next);
    }

    public boolean await(int caller) {
      waiting.add(caller);
      boolean first = !polling;
      polling = true;
      return first;
    }

    public String takeWaiting() {
      return take(waiting);
    }

    public boolean continuePolling() {
      polling = !waiting.isEmpty();
      return polling;
    }

    private static String take(List<Integer> callers) {
      String taken = names(callers);
      callers.clear();
      return taken;
    }

    private static String names(List<Integer> callers) {
      return callers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
  }
}
