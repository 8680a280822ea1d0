package dev.corral.cli.demo.scene;

import java.io.IOException;
import java.util.List;

/** Several audiences as one: each is told all, one after the other. */
public final class Audiences implements Audience {
  private final List<Audience> all;

  private Audiences(List<Audience> all) {
    this.all = all;
  }

  /** In this order. What one throws the next is not told, for the demo ends. */
  public static Audience of(Audience... all) {
    return new Audiences(List.of(all));
  }

  /** Tells one of them something. */
  @FunctionalInterface
  private interface Word {
    void to(Audience audience) throws IOException;
  }

  private void tell(Word word) throws IOException {
    for (Audience audience : all) {
      word.to(audience);
    }
  }

  @Override
  public void opens(Cast cast) throws IOException {
    tell(audience -> audience.opens(cast));
  }

  @Override
  public void prepares(String what) throws IOException {
    tell(audience -> audience.prepares(what));
  }

  @Override
  public void begins(Scene scene) throws IOException {
    tell(audience -> audience.begins(scene));
  }

  @Override
  public void plays(Scene scene, Way way) throws IOException {
    tell(audience -> audience.plays(scene, way));
  }

  @Override
  public void sees(Sample sample) throws IOException {
    tell(audience -> audience.sees(sample));
  }

  @Override
  public void played(Scene scene, Way way, Figures figures) throws IOException {
    tell(audience -> audience.played(scene, way, figures));
  }

  @Override
  public void ends(Result result) throws IOException {
    tell(audience -> audience.ends(result));
  }

  @Override
  public void closes(List<Result> results, boolean isStopped) throws IOException {
    tell(audience -> audience.closes(results, isStopped));
  }
}
