package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.resource.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VersionTest {
    @Test
    void theProgramAndThePomAgree() throws IOException {
        var root = Path.of(System.getProperty("pawl.root", ".."));
        assertThat(Files.readString(root.resolve("pom.xml")))
                .contains("<artifactId>pawl</artifactId>\n  <version>" + Version.NUMBER + "</version>");
    }
}
