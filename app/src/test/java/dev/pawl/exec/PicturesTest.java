package dev.pawl.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PicturesTest {
    @TempDir
    Path folder;

    @Test
    void aPictureIsShownByWhatIsInIt() throws IOException {
        var file = Files.write(folder.resolve("a.txt"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 1});
        var notes = new ArrayList<String>();
        assertThat(Pictures.part(file.toString(), notes::add))
                .isEqualTo(new Part.Image("data:image/png;base64,iVBORwE="));
        assertThat(notes).isEmpty();
    }

    @Test
    void oneThatCannotBeShownIsToldOfInItsPlace() throws IOException {
        var words = Files.writeString(folder.resolve("words.png"), "no picture");
        for (var file : new String[] {folder.resolve("missing.png").toString(), words.toString(), folder.toString()}) {
            var notes = new ArrayList<String>();
            assertThat(Pictures.part(file, notes::add))
                    .isInstanceOfSatisfying(
                            Part.Text.class, text -> assertThat(text.text()).contains(file));
            assertThat(notes).singleElement().asString().contains(file);
        }
    }
}
