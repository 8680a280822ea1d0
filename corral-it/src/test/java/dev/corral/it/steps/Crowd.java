package dev.corral.it.steps;

import dev.corral.it.Nodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Visitors who ask all at once, spread evenly over web servers that each have a corral, a cache or
 * something else of their own.
 *
 * @param <T> what each web server has
 */
public final class Crowd<T> implements AutoCloseable {
  private static final int VISITORS = 100;

  private final List<T> places;
  private final ExecutorService threads;
  private final AtomicInteger visitors;

  /** What a visitor asks at a web server. */
  public interface Question<T, R> {
    R ask(T place) throws Exception;
  }

  private Crowd(List<T> places, ExecutorService threads, AtomicInteger visitors) {
    this.places = places;
    this.threads = threads;
    this.visitors = visitors;
  }

  /** A crowd for web servers that have these. */
  static <T> Crowd<T> at(List<T> places) {
    return new Crowd<>(places, Executors.newCachedThreadPool(), new AtomicInteger());
  }

  /** The same crowd, where each web server has something more. */
  public <U> Crowd<U> with(Function<? super T, ? extends U> making) {
    return new Crowd<>(places.stream().<U>map(making).toList(), threads, visitors);
  }

  /** What one of the web servers has. */
  public T one() {
    return places.get(0);
  }

  /** All 100 visitors ask at once; their answers, equal ones once. */
  public <R> Set<R> ask(Question<? super T, ? extends R> question) throws Exception {
    return ask(VISITORS, question);
  }

  /** So many visitors ask at once; their answers, equal ones once. */
  public <R> Set<R> ask(int many, Question<? super T, ? extends R> question) throws Exception {
    visitors.addAndGet(many);
    CyclicBarrier together = new CyclicBarrier(many);
    List<Future<R>> asked = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      T place = places.get(i % places.size());
      asked.add(threads.submit(() -> {
        together.await();
        return question.ask(place);
      }));
    }
    Set<R> answers = new HashSet<>();
    for (Future<R> answer : asked) {
      answers.add(answer(answer));
    }
    return answers;
  }

  private static <R> R answer(Future<R> asked) throws Exception {
    try {
      return asked.get(2 * Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("a visitor was not served", e.getCause());
    }
  }

  /** How many have asked. */
  int visitors() {
    return visitors.get();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
