package dev.pawl.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {
    @Test
    void aPathAloneIsNoReason() {
        assertThat(FileTrouble.of(new AccessDeniedException("/x"))).isEqualTo("permission denied");
        assertThat(FileTrouble.of(new NoSuchFileException("/x"))).isEqualTo("no such file or folder");
    }

    @Test
    void theSystemsReasonIsTold() {
        assertThat(FileTrouble.of(new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("no space left on device");
        assertThat(FileTrouble.of(new IOException("Stream closed"))).isEqualTo("Stream closed");
        assertThat(FileTrouble.of(new IOException())).isEqualTo("IOException");
    }

    @Test
    void whatTheJdkReallyThrowsIsExplained(@TempDir Path folder) throws IOException {
        var file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> Files.writeString(file.resolve("below"), ""))
                .isInstanceOfSatisfying(
                        IOException.class,
                        trouble -> assertThat(FileTrouble.of(trouble)).isEqualTo("not a directory"));
    }
}
