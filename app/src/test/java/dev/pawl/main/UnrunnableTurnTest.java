package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What keeps a turn from running is said before the turn is accepted; a turn that was accepted
/// ends with the reason. No turn stays open behind a command that has ended.
class UnrunnableTurnTest {
    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    private TestProgram.Said exec(String... more) {
        var words = new ArrayList<>(List.of("exec", "--json", "--skip-git-repo-check", "go"));
        words.addAll(List.of(more));
        return house.pawl(words.toArray(String[]::new));
    }

    private long turns(String condition) throws Exception {
        try (var connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + house.home().resolve("pawl.db"));
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM agent_turns WHERE " + condition)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void isRefused(TestProgram.Said said, String words) throws Exception {
        assertThat(said.err()).contains(words).doesNotContain("Exception");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.out()).as("nothing began").isEmpty();
        assertThat(turns("true")).as("no turn was accepted").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "base_url=\"http://127.0.0.1:1/v1\" env_key=\"PAWL_NO_SUCH_KEY\", PAWL_NO_SUCH_KEY",
        "base_url=\"not a url\", model_providers.mine.base_url",
        "base_url=\"ftp://x\", model_providers.mine.base_url",
        "name=\"mine\", model_providers.mine.base_url"
    })
    void aProviderThatCannotBeAskedIsRefused(String settings, String words) throws Exception {
        var more = new ArrayList<>(List.of("-c", "model_provider=mine"));
        for (var setting : settings.split(" (?=[a-z_]+=)", -1))
            more.addAll(List.of("-c", "model_providers.mine." + setting));
        isRefused(exec(more.toArray(String[]::new)), words);
    }

    @Test
    void aMissingKeyIsRefused() throws Exception {
        isRefused(exec("-c", "model_provider=openai"), "OPENAI_API_KEY");
    }

    @Test
    void rulesThatCannotBeReadAreRefused() throws Exception {
        Files.createDirectories(house.home().resolve("rules.toml"));
        var said = exec();
        assertThat(said.code()).isNotZero();
        assertThat(turns("true")).isZero();
    }

    @Test
    void hooksThatAreNoneAreRefused() {
        var said = exec("-c", "hooks.PreToolUse=[3]");
        assertThat(said.err()).contains("hooks.PreToolUse").doesNotContain("Exception");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
    }

    @Test
    void aRequiredServerThatCannotStartIsAFailedTurn() throws Exception {
        var said = exec("-c", "mcp_servers.x.url=\"not a url\"", "-c", "mcp_servers.x.required=true");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).contains("\"turn.failed\"");
        assertThat(turns("outcome IS NULL")).isZero();
    }

    @Test
    void aTurnThatIsGoneOnWithWithoutItsMeansIsLeftAsItIs() throws Exception {
        var thread = house.orphan("old");
        house.beginByADeadWorker();
        var said = house.pawl("exec", "resume", thread, "--json", "-c", "model_provider=openai");
        assertThat(said.err()).contains("OPENAI_API_KEY");
        assertThat(said.code()).isEqualTo(2);
        assertThat(turns("outcome IS NULL")).as("it can still be gone on with").isEqualTo(1);
        var again = house.pawl("exec", "resume", thread, "--json");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(turns("outcome = 'success'")).isEqualTo(1);
    }

    @Test
    void aDamagedHistoryEndsTheTurnThatReadsIt() throws Exception {
        var thread = house.thread("first");
        try (var connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + house.home().resolve("pawl.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE cards SET content = '{\"broken' WHERE type = 'agent_message'"))
                    .isPositive();
        }
        var said = house.pawl("exec", "resume", thread, "second", "--json");
        assertThat(said.code()).as(said.err()).isIn(1, 5);
        assertThat(said.out()).contains("\"turn.failed\"");
        assertThat(turns("outcome IS NULL")).as("no turn is left open").isZero();
        assertThat(turns("outcome = 'failed'")).isEqualTo(1);
    }

    @Test
    void aScriptThatIsMissingIsAFailedTurn() throws Exception {
        Files.delete(house.home().resolve("script.jsonl"));
        var said = exec();
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).contains("\"turn.failed\"");
        assertThat(turns("outcome IS NULL")).isZero();
    }

    @Test
    void aKeyThatIsThereIsEnough() throws Exception {
        house = new TestProgram(folder, Map.of("MINE", "k"));
        var said = exec(
                "-c", "model_provider=mine",
                "-c", "model_providers.mine.base_url=\"http://127.0.0.1:1/v1\"",
                "-c", "model_providers.mine.env_key=\"MINE\"",
                "-c", "model_providers.mine.request_max_retries=0",
                "-c", "model_providers.mine.stream_max_retries=0");
        assertThat(said.code()).isEqualTo(1);
        assertThat(turns("outcome = 'failed'")).isEqualTo(1);
    }
}
