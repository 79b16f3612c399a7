package dev.pawl.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The look at the user's settings, when they are something else by the time they are read.
class HiddenPlacesReadTest {
    private static final Pattern SECRET = Pattern.compile("token=\\S");

    @TempDir
    Path folder;

    @Test
    @Timeout(20)
    void aPipeInTheirPlaceIsNotWaitedFor() throws Exception {
        var pipe = folder.resolve(".npmrc");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThat(HiddenPlaces.isFoundIn(pipe, SECRET)).isTrue();
    }

    @Test
    void whatIsGoneOrAFolderIsHidden() {
        assertThat(HiddenPlaces.isFoundIn(folder.resolve("gone"), SECRET)).isTrue();
        assertThat(HiddenPlaces.isFoundIn(folder, SECRET)).isTrue();
    }

    @Test
    void aPlainFileIsRead() throws Exception {
        var file = Files.writeString(folder.resolve(".npmrc"), "registry=x\n");
        assertThat(HiddenPlaces.isFoundIn(file, SECRET)).isFalse();
        Files.writeString(file, "token=abc\n");
        assertThat(HiddenPlaces.isFoundIn(file, SECRET)).isTrue();
    }
}
