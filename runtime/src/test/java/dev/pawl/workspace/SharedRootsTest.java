package dev.pawl.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedRootsTest {
    @ParameterizedTest
    @CsvSource({
        "/srv/shared/app, true",
        "/srv/shared, true",
        "/srv/shared2/app, false",
        "/srv/shared/../etc, false",
        "/home/me, false",
        "app, false"
    })
    void aFolderIsSharedBelowARoot(String folder, boolean shared) {
        var roots = new SharedRoots(List.of(Path.of("/srv/shared/")));
        assertThat(roots.hold(Path.of(folder))).isEqualTo(shared);
        assertThat(SharedRoots.NONE.hold(Path.of(folder))).isFalse();
    }
}
