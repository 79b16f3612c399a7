package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A thread that is gone on with from another folder keeps its own project's configuration.
class OtherProjectsTest {
    @TempDir
    private Path folder;

    private TestProgram house;
    private Path mine;
    private Path other;

    @BeforeEach
    void twoProjects() throws IOException {
        house = new TestProgram(folder, Map.of("PATH", "/usr/bin:/bin"));
        mine = project("mine");
        other = project("other");
    }

    private Path project(String name) throws IOException {
        var root = folder.resolve(name);
        Files.createDirectories(root.resolve(".git"));
        Files.createDirectories(root.resolve(".pawl"));
        Files.writeString(
                root.resolve(".pawl/config.toml"),
                "[[hooks.TurnEnd]]\ncommand = \"echo " + name + " >> " + folder + "/ran\"\n");
        return root;
    }

    private void trust(Path root) {
        assertThat(house.pawl("config", "trust", "--yes", root.toString()).err())
                .doesNotContain("usage");
    }

    private List<String> ran() throws IOException {
        var file = folder.resolve("ran");
        return Files.exists(file) ? Files.readAllLines(file) : new ArrayList<>();
    }

    @Test
    void theHooksOfTheThreadsOwnProjectRunAndNoOthers() throws IOException {
        trust(mine);
        assertThat(house.pawl("exec", "--cd", mine.toString(), "go").code()).isZero();
        assertThat(ran()).containsExactly("mine");
        // The tests run in a project of their own: this is another folder than the thread's.
        assertThat(house.pawl("exec", "resume", "--last", "again").code()).isZero();
        assertThat(ran()).containsExactly("mine", "mine");
    }

    private String threadOf(String... words) {
        var said = house.pawl(words);
        assertThat(said.code()).as(said.err()).isZero();
        return Json.parse(said.lines().getFirst()).text("thread_id");
    }

    @Test
    void theLastThreadIsThatOfTheFolderIfItHasOne() {
        var first = threadOf("exec", "--json", "--cd", mine.toString(), "go");
        var second = threadOf("exec", "--json", "--cd", other.toString(), "go");
        assertThat(threadOf("exec", "resume", "--last", "--json", "--cd", mine.toString(), "again"))
                .isEqualTo(first);
        assertThat(threadOf("exec", "resume", "--last", "--json", "--cd", other.toString(), "again"))
                .isEqualTo(second);
        assertThat(threadOf("exec", "resume", "--last", "--all", "--json", "--cd", mine.toString(), "again"))
                .as("of any folder")
                .isEqualTo(second);
    }

    @Test
    void whatTheThreadsProjectMayNotSayYetIsSaidAndNotInForce() throws IOException {
        assertThat(house.pawl("exec", "--cd", other.toString(), "go").code()).isZero();
        var said = house.pawl("exec", "resume", "--last", "again");
        assertThat(said.code()).isZero();
        assertThat(said.err()).contains(other.toString());
        assertThat(ran()).isEmpty();
    }
}
