package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No command that shows settings prints a secret of theirs.
class ShownSecretsTest {
    @TempDir
    private Path folder;

    @Test
    void argumentsAndAddressesAreShownWithoutTheirSecrets() throws IOException {
        var house = new TestProgram(folder);
        Files.writeString(house.home().resolve("config.toml"), """
                notify = ["ring", "--token", "canary1x"]
                [mcp_servers.one]
                command = "server"
                args = ["--token", "canary2x", "--api-key=canary3x", "postgres://me:canary4x@db/x", "http://h/?key=canary5x"]
                [mcp_servers.two]
                url = "https://example.com/mcp?key=canary6x&page=2"
                [model_providers.far]
                base_url = "http://127.0.0.1:9/v1?api_key=canary7x"
                wire_api = "responses"
                [[hooks.Stop]]
                command = "curl -H 'Authorization: Bearer canary8xcanary8x'"
                """, StandardOpenOption.APPEND);
        for (var line : List.of(
                new String[] {"config", "show"},
                new String[] {"config", "show", "--json"},
                new String[] {"mcp", "list"},
                new String[] {"mcp", "list", "--json"},
                new String[] {"doctor", "-c", "model_provider=far"},
                new String[] {"doctor", "--json", "-c", "model_provider=far"})) {
            var said = house.pawl(line);
            assertThat(said.out() + said.err()).as(String.join(" ", line)).doesNotContain("canary");
        }
        assertThat(house.pawl("mcp", "list").out()).contains("--token ***", "page=2", "postgres://me:***@db/x");
    }
}
