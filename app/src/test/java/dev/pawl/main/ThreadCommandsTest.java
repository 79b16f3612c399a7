package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl threads …` and `pawl exec fork` as a user types them.
class ThreadCommandsTest {
    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";

    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    private List<String> listed(String... options) {
        var words = new ArrayList<>(List.of("threads", "list", "--json"));
        words.addAll(List.of(options));
        return house.pawl(words.toArray(String[]::new)).lines().stream()
                .map(line -> Json.parse(line).text("thread"))
                .toList();
    }

    @Test
    void aListHasPagesFiltersAndASearch() {
        var first = house.thread("where is the login page");
        var second = house.thread("something else");
        var orphan = house.orphan("left alone");
        assertThat(listed()).containsExactly(orphan, second, first);
        assertThat(listed("--status", "idle")).containsExactly(second, first);
        assertThat(listed("--status", "waiting")).containsExactly(orphan);
        assertThat(listed("--search", "LOGIN")).containsExactly(first);
        assertThat(house.pawl("threads", "search", "login").out())
                .contains(first.substring(0, 13))
                .contains("where is the login page", "just now");
        assertThat(house.pawl("threads", "list", "--max", "1").err())
                .contains("1 threads are shown, and there are more")
                .doesNotContain("cursor");
        assertThat(listed("--cwd", folder.toString())).isEmpty();
        var page = house.pawl("threads", "list", "--json", "--max", "2").lines();
        var cursor = Json.parse(page.getLast()).text("cursor");
        assertThat(listed("--max", "2", "--cursor", cursor)).containsExactly(first);
        assertThat(house.pawl("threads", "list", "--cursor", "x").code()).isEqualTo(2);
    }

    @Test
    void anArchivedThreadIsHiddenReadableAndResumableOnceItIsBack() {
        var thread = house.thread("hello");
        assertThat(house.pawl("threads", "archive", thread).code()).isZero();
        assertThat(listed()).isEmpty();
        assertThat(listed("--archived")).containsExactly(thread);
        assertThat(house.pawl("threads", "show", thread).out())
                .contains("hello")
                .contains("Done.");
        assertThat(house.pawl("status", thread).out()).contains("Archived");
        assertThat(house.pawl("threads", "unarchive", thread).out()).contains("unarchived");
        assertThat(house.pawl("exec", "resume", thread, "more", "--skip-git-repo-check")
                        .code())
                .isZero();
    }

    @Test
    void aCompactedThreadGoesOnFromItsSummaryAndItsLogStays() throws IOException {
        var thread = house.thread("hello");
        house.script(DONE, "{\"items\":[{\"type\":\"text\",\"text\":\"It greeted.\"}]}");
        var said = house.pawl("threads", "compact", thread, "--json");
        assertThat(said.err()).isEmpty();
        assertThat(said.code()).isZero();
        var told = Json.parse(said.out());
        assertThat(told.text("done")).isEqualTo("compacted");
        assertThat(told.number("tokens")).isPositive();
        assertThat(house.pawl("threads", "export", thread).out())
                .contains("hello")
                .contains("It greeted.")
                .doesNotContain("Done.");
        assertThat(house.pawl("threads", "show", thread).out()).contains("Done.");
        assertThat(house.pawl("wait", thread).code()).isZero();
    }

    @Test
    void aCompactionThatFailsLeavesTheHistory() throws IOException {
        var thread = house.thread("hello");
        house.script(
                DONE,
                "{\"items\":[],\"fault\":{\"kind\":\"fail\",\"failure\":\"quota\",\"message\":\"no more\",\"times\":99}}");
        var said = house.pawl("threads", "compact", thread);
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("its history stays as it is").contains("no more");
        assertThat(house.pawl("threads", "export", thread).out()).contains("Done.");
        var orphan = house.orphan("left alone");
        assertThat(house.pawl("threads", "compact", orphan).err()).contains("a turn is under way");
    }

    @Test
    void aNameIsShownAndFound() {
        var thread = house.thread("hello");
        house.pawl("threads", "name", thread, "Greeting");
        assertThat(house.pawl("threads", "list").out()).contains("Greeting");
        assertThat(listed("--search", "greet")).containsExactly(thread);
    }

    @Test
    void aForkGoesOnInAThreadOfItsOwn() {
        var thread = house.thread("hello");
        var forked = Json.parse(house.pawl("threads", "fork", thread, "--json").out());
        assertThat(forked.text("forked_from")).isEqualTo(thread);
        var fork = forked.text("thread");
        assertThat(house.pawl("threads", "export", fork).out())
                .contains("hello")
                .contains("Done.");
        assertThat(house.pawl("exec", "resume", fork, "and now", "--skip-git-repo-check")
                        .code())
                .isZero();
        assertThat(house.pawl("threads", "export", thread).out()).doesNotContain("and now");
        var said = house.pawl("exec", "fork", thread, "another way", "--skip-git-repo-check");
        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("Done.");
        assertThat(listed()).hasSize(3);
        assertThat(house.pawl("threads", "fork", thread, "--at", "nonsense").code())
                .isEqualTo(1);
    }

    @Test
    void aDeleteAsksAndIsForGood() {
        var thread = house.thread("hello");
        var orphan = house.orphan("left alone");
        house.beginByALivingWorker();
        assertThat(house.pawl("threads", "delete", orphan, "--yes").err()).contains("a process runs its turn");
        System.setProperty("pawl.tty", "");
        var asked = house.pawl("threads", "delete", thread);
        System.setProperty("pawl.tty", "0");
        assertThat(asked.code()).isEqualTo(1);
        assertThat(asked.err()).contains("--yes");
        assertThat(house.pawl("threads", "delete", thread, "--yes").out()).contains("deleted");
        assertThat(listed()).containsExactly(orphan);
        assertThat(house.pawl("threads", "show", thread).code()).isEqualTo(2);
    }

    @Test
    void pruningShowsRoomAndTakesWhatIsOld() {
        var thread = house.thread("hello");
        assertThat(house.pawl("threads", "prune", "--older-than", "0").err()).contains("no thread is that old");
        house.pawl("threads", "archive", thread);
        assertThat(house.pawl("threads", "prune", "--older-than", "0", "--dry-run")
                        .out())
                .contains(thread)
                .contains(" B");
        assertThat(house.pawl("threads", "prune", "--older-than", "30", "--yes").err())
                .contains("no thread");
        assertThat(house.pawl("threads", "prune", "--older-than", "0", "--yes", "--json")
                        .out())
                .contains("\"done\":\"deleted\"");
        assertThat(listed("--all")).isEmpty();
    }

    @Test
    void whatWasBegunInCodexGoesOnHere() throws IOException {
        var sessions = Files.createDirectories(folder.resolve("codex/sessions/2026/03/01"));
        Files.write(
                sessions.resolve("rollout-2026-03-01T10-00-00-0195-abc.jsonl"),
                List.of(
                        "{\"timestamp\":\"2026-03-01T10:00:00Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"0195-abc\","
                                + "\"timestamp\":\"2026-03-01T10:00:00Z\",\"cwd\":\"/tmp\",\"model_provider\":\"openai\"}}",
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\",\"content\":"
                                + "[{\"type\":\"input_text\",\"text\":\"<environment_context>x\"}]}}",
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\",\"content\":"
                                + "[{\"type\":\"input_text\",\"text\":\"count the files\"}]}}",
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"exec_command\","
                                + "\"arguments\":\"{}\",\"call_id\":\"c1\"}}",
                        "torn li",
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"exec_command\","
                                + "\"arguments\":\"{}\",\"call_id\":\"c2\"}}",
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call_output\",\"call_id\":\"c1\","
                                + "\"output\":\"seven\"}}"));
        var said = house.pawl(
                "threads", "import", "--from", folder.resolve("codex").toString(), "--json");
        assertThat(said.code()).isZero();
        var line = Json.parse(said.out());
        assertThat(line.text("thread")).isEqualTo("0195-abc");
        assertThat(line.text("done")).isEqualTo("imported");
        assertThat(line.number("broken_lines")).isEqualTo(1);
        assertThat(line.number("items"))
                .as("the call without an output got one")
                .isEqualTo(6);
        assertThat(house.pawl(
                                "threads",
                                "import",
                                "--from",
                                folder.resolve("codex").toString())
                        .out())
                .contains("there already");
        assertThat(house.pawl("exec", "resume", "0195-abc", "go on", "--skip-git-repo-check")
                        .code())
                .isZero();
        var shown = house.pawl("threads", "export", "0195-abc", "--format", "markdown")
                .out();
        assertThat(shown)
                .contains("count the files")
                .contains("seven")
                .contains("go on")
                .contains("Done.");
    }

    @Test
    void anExportedThreadCanBeImportedElsewhere() throws IOException {
        var thread = house.thread("hello");
        var file = folder.resolve("thread.jsonl");
        assertThat(house.pawl("threads", "export", thread, "-o", file.toString())
                        .code())
                .isZero();
        var other = new TestProgram(folder.resolve("other"));
        assertThat(other.pawl("threads", "import", file.toString()).out()).contains(thread);
        assertThat(other.pawl("exec", "resume", thread, "more", "--skip-git-repo-check")
                        .code())
                .isZero();
        assertThat(other.pawl("replay", file.toString(), "--json").lines().getLast())
                .contains("\"status\":\"idle\"");
    }

    @Test
    void wordsOfADeletedThreadAreNoLongerInTheStoresFilesAndTheirRoomIsFree() throws IOException {
        var secret = "zanzibar-" + "x".repeat(50);
        var thread = house.thread(secret + " ".repeat(300_000) + secret);
        var kept = house.thread("this one stays");
        var before = bytes("pawl.db") + bytes("pawl.db-wal");
        assertThat(house.pawl("threads", "delete", thread, "--yes").code()).isZero();
        assertThat(bytes("pawl.db") + bytes("pawl.db-wal")).isLessThan(before / 2);
        for (var file : List.of("pawl.db", "pawl.db-wal")) {
            var path = house.home().resolve(file);
            if (Files.exists(path)) {
                assertThat(Files.readString(path, StandardCharsets.ISO_8859_1)).doesNotContain("zanzibar");
            }
        }
        assertThat(listed()).containsExactly(kept);
    }

    private long bytes(String file) throws IOException {
        var path = house.home().resolve(file);
        return Files.exists(path) ? Files.size(path) : 0;
    }
}
