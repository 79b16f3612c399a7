package dev.pawl.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Token files go with their server; those of a killed one go with the next start.
class TokenFileTest {
    @TempDir
    Path folder;

    @Test
    void theNextStartRemovesWhatAKilledServerLeft() throws IOException {
        Files.writeString(folder.resolve("4242.token"), "left\n");
        try (var mine = TokenFile.write(folder, 4243)) {
            assertThat(folder.resolve("4242.token")).doesNotExist();
            assertThat(mine.path()).hasContent(mine.token());
        }
        assertThat(folder.resolve("4243.token")).doesNotExist();
    }

    @Test
    void theFileOfALivingServerStays() throws IOException {
        try (var first = TokenFile.write(folder, 4242);
                var second = TokenFile.write(folder, 4243)) {
            assertThat(first.path()).exists();
            assertThat(second.path()).exists();
        }
    }
}
