package dev.corral.cli.demo;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told, and does what a test wants at that moment. */
public class RecordingAudience implements Audience {
  public final List<String> heard = new ArrayList<>();
  public final List<Sample> samples = new ArrayList<>();
  public final List<Result> results = new ArrayList<>();
  boolean isStopped;

  /** Is called for each thing that is heard. */
  protected void react(String what) throws IOException {}

  private void hear(String what) throws IOException {
    heard.add(what);
    react(what);
  }

  @Override
  public void opens(Cast cast) throws IOException {
    hear("opens");
  }

  @Override
  public void prepares(String what) throws IOException {
    hear("prepares");
  }

  @Override
  public void begins(Scene scene) throws IOException {
    hear("begins " + scene.number());
  }

  @Override
  public void plays(Scene scene, Way way) throws IOException {
    hear("plays " + way.label());
  }

  @Override
  public void sees(Sample sample) throws IOException {
    samples.add(sample);
    react("sees");
  }

  @Override
  public void played(Scene scene, Way way, Figures figures) throws IOException {
    hear("played " + way.label());
  }

  @Override
  public void ends(Result result) throws IOException {
    hear("ends " + result.scene().number());
  }

  @Override
  public void closes(List<Result> all, boolean stopped) throws IOException {
    results.addAll(all);
    isStopped = stopped;
    hear("closes");
  }
}
