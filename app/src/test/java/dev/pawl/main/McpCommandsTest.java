package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.UsageError;
import dev.pawl.config.ConfigTables;
import dev.pawl.toml.TomlValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl mcp …` as a user types it.
class McpCommandsTest {
    private static final String MINE = """
            # my settings
            model = "m" # the good one

            [mcp_servers.one] # first
            command = "one"
            args = [
              "[mcp_servers.two]", # not a header
            ]

            [mcp_servers.one.env]
            KEY = "secret"

            # about two
            [mcp_servers.two]
            url = "http://127.0.0.1:1/mcp?key=hush"
            enabled = false
            """;

    @TempDir
    Path folder;

    private TestProgram house;

    @BeforeEach
    void settle() throws IOException {
        house = new TestProgram(folder, Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()));
        Files.writeString(config(), MINE);
    }

    private Path config() {
        return house.home().resolve("config.toml");
    }

    private String text() throws IOException {
        return Files.readString(config());
    }

    @Test
    void theListNamesServersAndNoSecrets() {
        var said = house.pawl("mcp", "list");
        assertThat(said.lines())
                .containsExactly(
                        "one  stdio  one [mcp_servers.two]",
                        "two  http  http://127.0.0.1:1/mcp?key=***  (switched off)");
        assertThat(house.pawl("mcp", "list", "--json").lines().getLast())
                .isEqualTo("{\"name\":\"two\",\"transport\":\"http\","
                        + "\"target\":\"http://127.0.0.1:1/mcp?key=***\",\"enabled\":false}");
    }

    @Test
    void whatIsAddedIsAppendedAndTheRestStaysAsItIs() throws IOException {
        var said = house.pawl("mcp", "add", "three", "--env", "A=b c", "--", "npx", "-y", "server", "--flag");
        assertThat(said.code()).isZero();
        assertThat(text()).isEqualTo(MINE + """

                [mcp_servers.three]
                command = "npx"
                args = ["-y", "server", "--flag"]

                [mcp_servers.three.env]
                A = "b c"
                """);
        assertThat(house.pawl("mcp", "remove", "three").code()).isZero();
        assertThat(text().stripTrailing()).isEqualTo(MINE.stripTrailing());
    }

    @Test
    void aUrlMayHaveAToken() throws IOException {
        house.pawl("mcp", "add", "web", "--url", "https://x/mcp", "--bearer-token-env-var", "WEB_TOKEN");
        assertThat(text()).endsWith("""

                [mcp_servers.web]
                url = "https://x/mcp"
                bearer_token_env_var = "WEB_TOKEN"
                """);
        var said = house.pawl("mcp", "test", "web");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("Environment variable WEB_TOKEN is not set");
    }

    @Test
    void whatIsRemovedGoesWithItsTablesAndNothingElse() throws IOException {
        assertThat(house.pawl("mcp", "remove", "one").code()).isZero();
        assertThat(text()).isEqualTo("""
                # my settings
                model = "m" # the good one

                # about two
                [mcp_servers.two]
                url = "http://127.0.0.1:1/mcp?key=hush"
                enabled = false
                """);
    }

    @Test
    void aNameThatIsTakenOrMissingIsSaid() throws IOException {
        assertThat(house.pawl("mcp", "add", "one", "--", "x").err()).contains("mcp_servers.one is in");
        assertThat(house.pawl("mcp", "remove", "nobody").code()).isEqualTo(1);
        assertThat(house.pawl("mcp", "test", "onne").err()).contains("did you mean one?");
        assertThat(house.pawl("mcp", "add", "x").err()).contains("either --url URL, or a command");
        assertThat(house.pawl("mcp", "add", "a b", "--", "x").err()).contains("letters, digits");
        assertThat(text()).isEqualTo(MINE);
    }

    @Test
    void aFileThatIsWrittenAnotherWayIsLeftAlone() throws IOException {
        var dotted = "mcp_servers.one.command = \"x\"\n";
        Files.writeString(config(), dotted);
        assertThat(house.pawl("mcp", "remove", "one").err()).contains("edit the file by hand");
        Assertions.assertThatThrownBy(() -> new ConfigTables(config()).remove("mcp_servers", "one"))
                .isInstanceOf(UsageError.class);
        assertThat(text()).isEqualTo(dotted);
    }

    @Test
    void aNewFileIsForItsOwnerAlone() throws IOException {
        var file = folder.resolve("new/config.toml");
        new ConfigTables(file).add("mcp_servers", "x", Map.of("command", new TomlValue.Text("y")));
        assertThat(Files.readString(file)).isEqualTo("[mcp_servers.x]\ncommand = \"y\"\n");
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }

    @Test
    void aServerThatCannotStartIsToldWithItsReason() {
        var said = house.pawl("mcp", "test", "one");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err())
                .contains("one (one [mcp_servers.two]) failed after")
                .contains("no program `one`");
        assertThat(house.pawl("mcp", "test", "two").err()).contains("cannot be reached at http://127.0.0.1:1/mcp");
    }
}
