package dev.pawl.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class OwnProgramTest {
    @TempDir
    Path folder;

    private final String before = System.getProperty("pawl.self", "");

    @AfterEach
    void putBack() {
        System.setProperty("pawl.self", before);
    }

    @Test
    void aCheckoutIsKeptWholeUnlessItIsWorkedOn() throws Exception {
        var checkout = folder.toRealPath();
        Files.createFile(checkout.resolve("pawl"));
        System.setProperty("pawl.self", checkout.resolve("pawl").toString());
        var program = OwnProgram.find();
        assertThat(program.kept(List.of(Path.of("/elsewhere"))))
                .contains(checkout, Path.of(System.getProperty("java.home")).toRealPath());
        assertThat(program.kept(List.of(checkout.resolve("core"))))
                .contains(checkout.resolve("pawl"), checkout.resolve("scripts"), checkout.resolve(".pawl-build"))
                .doesNotContain(checkout);
    }
}
