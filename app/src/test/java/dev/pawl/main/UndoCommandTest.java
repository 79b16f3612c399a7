package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl undo` after real turns.
class UndoCommandTest {
    @TempDir
    private Path folder;

    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";

    private static String command(String line) {
        return "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"arguments\":{\"cmd\":\"" + line
                + "\"}}]}";
    }

    private Path project() throws IOException {
        var work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("a.txt"), "one\n");
        return work;
    }

    private TestProgram.Said exec(TestProgram house, Path work, String... more) {
        var words = new ArrayList<>(List.of(
                "exec", "--skip-git-repo-check", "--json", "--sandbox", "danger-full-access", "--cd", work.toString()));
        words.addAll(List.of(more));
        return house.pawl(words.toArray(String[]::new));
    }

    @Test
    void aTurnIsTakenBackAndBroughtBack() throws IOException {
        var house = new TestProgram(folder);
        var work = project();
        house.script(command("echo two > a.txt; echo new > b.txt"), DONE);
        assertThat(exec(house, work, "go").code()).isZero();
        assertThat(work.resolve("a.txt")).hasContent("two");

        var refused = house.unattended("undo", "--cd", work.toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).contains("restore", "a.txt", "remove", "b.txt");
        assertThat(refused.err()).contains("nothing was changed");
        assertThat(work.resolve("a.txt")).hasContent("two");

        var done = house.pawl("undo", "--yes", "--cd", work.toString());
        assertThat(done.code()).isZero();
        assertThat(work.resolve("a.txt")).hasContent("one");
        assertThat(work.resolve("b.txt")).doesNotExist();
        assertThat(done.err()).contains("pawl undo --to 2");

        assertThat(house.pawl("undo", "--to", "2", "--yes", "--json", "--cd", work.toString())
                        .lines()
                        .getLast())
                .isEqualTo("{\"checkpoint\":3,\"restored\":2,\"kept\":0}");
        assertThat(work.resolve("a.txt")).hasContent("two");
        var list = house.pawl("undo", "--list", "--cd", work.toString());
        assertThat(list.lines()).hasSize(3);
        assertThat(house.pawl("undo", "--yes", "last").code()).isZero();
        assertThat(work.resolve("b.txt")).doesNotExist();
    }

    @Test
    void ephemeralTurnsAndTheSettingKeepNothing() throws IOException {
        var house = new TestProgram(folder);
        var work = project();
        house.script(command("echo two > a.txt"), DONE);
        exec(house, work, "--ephemeral", "go");
        exec(house, work, "-c", "pawl.checkpoints=false", "go");
        assertThat(house.home().resolve("checkpoints")).doesNotExist();
        var nothing = house.pawl("undo", "--cd", work.toString());
        assertThat(nothing.code()).isEqualTo(1);
        assertThat(nothing.err()).contains("nothing to take back");
        assertThat(house.pawl("undo", "--to", "9", "--cd", work.toString()).code())
                .isEqualTo(2);
    }
}
