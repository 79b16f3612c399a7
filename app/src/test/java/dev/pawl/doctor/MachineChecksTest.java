package dev.pawl.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Environment;
import dev.pawl.config.PawlHome;
import dev.pawl.tool.process.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineChecksTest {
    @TempDir
    private Path folder;

    private Finding look(String name, Path home, Map<String, String> variables) {
        for (var check :
                new MachineChecks(new PawlHome(home, home), new Environment(variables), ResourceLimits.usual()).all()) {
            var finding = check.look();
            if (finding.name().equals(name)) return finding;
        }
        throw new AssertionError("no check " + name);
    }

    @Test
    void aHomeThatIsNotThereYetIsFine() {
        assertThat(look("home", folder.resolve("a/b"), Map.of()).grade()).isEqualTo(Finding.Grade.OK);
    }

    @Test
    void aHomeThatCannotBeMadeIsMissing() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        assertThat(look("home", file.resolve("home"), Map.of()).grade()).isEqualTo(Finding.Grade.MISSING);
    }

    @Test
    void gitIsFoundOnPathOnly() {
        assertThat(look("git", folder, Map.of("PATH", folder + "::/nonexistent"))
                        .grade())
                .isEqualTo(Finding.Grade.MISSING);
    }

    @Test
    void thisJdkIsNewEnough() {
        assertThat(look("jdk", folder, Map.of()).grade()).isEqualTo(Finding.Grade.OK);
    }
}
