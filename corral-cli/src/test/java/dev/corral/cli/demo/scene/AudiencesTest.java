package dev.corral.cli.demo.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.demo.RecordingAudience;
import dev.corral.cli.demo.screen.MadeUpShow;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AudiencesTest {
  private final RecordingAudience one = new RecordingAudience();
  private final RecordingAudience other = new RecordingAudience();

  @Test
  void eachIsToldAll() throws IOException {
    MadeUpShow.play(one);
    RecordingAudience another = new RecordingAudience();
    MadeUpShow.play(Audiences.of(other, another));

    assertThat(other.heard).isEqualTo(one.heard).contains("opens", "played Corral", "closes");
    assertThat(other.samples).isEqualTo(one.samples).hasSize(160);
    assertThat(other.results).isEqualTo(one.results).hasSize(2);
    assertThat(another.heard).isEqualTo(one.heard);
    assertThat(another.samples).isEqualTo(one.samples);
  }

  @Test
  void whatOneThrowsIsThrownAndTheNextIsNotTold() {
    RecordingAudience leaving = new RecordingAudience() {
      @Override
      protected void react(String what) throws IOException {
        throw new IOException("Broken pipe");
      }
    };

    assertThatThrownBy(() -> Audiences.of(one, leaving, other).prepares("all"))
        .hasMessage("Broken pipe");
    assertThat(one.heard).containsExactly("prepares");
    assertThat(other.heard).isEmpty();
  }
}
