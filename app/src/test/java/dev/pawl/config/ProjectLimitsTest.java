package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlValue;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a trusted project may say about MCP servers: its own as it likes, those of the user only
/// with less of them and more asked.
class ProjectLimitsTest {
    private static String narrowed(String key, String wish, Optional<String> user, boolean usersServer) {
        var setting = new Setting(List.of(("mcp_servers.x." + key).split("\\.")), Toml.value(wish), "project");
        return ProjectLimits.narrowed(setting, user.map(Toml::value), usersServer)
                .map(TomlValue::toToml)
                .orElse("refused");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '|', textBlock = """
            default_tools_approval_mode, "approve", false, refused
            default_tools_approval_mode, "auto",    false, "auto"
            default_tools_approval_mode, "prompt",  false, "prompt"
            default_tools_approval_mode, "prompt",  true,  "prompt"
            default_tools_approval_mode, "auto",    true,  refused
            tools.rm.approval_mode,      "approve", false, refused
            tools.rm.approval_mode,      "approve", true,  refused
            tools.rm.approval_mode,      "prompt",  true,  "prompt"
            command,                     "node",    false, "node"
            command,                     "node",    true,  refused
            env.TOKEN,                   "x",       true,  refused
            url,                         "http://x", true, refused
            enabled,                     false,     true,  false
            enabled,                     true,      true,  refused
            """)
    void nobodyIsAskedLessBecauseOfAProject(String key, String wish, boolean usersServer, String outcome) {
        assertThat(narrowed(key, wish, Optional.empty(), usersServer)).isEqualTo(outcome);
    }

    @Test
    void listsOfToolsOnlyGetShorter() {
        assertThat(narrowed("disabled_tools", "[\"b\"]", Optional.of("[\"a\"]"), true))
                .isEqualTo("[\"a\", \"b\"]");
        assertThat(narrowed("enabled_tools", "[\"b\", \"c\"]", Optional.of("[\"a\", \"b\"]"), true))
                .isEqualTo("[\"b\"]");
        assertThat(narrowed("enabled_tools", "[\"z\"]", Optional.of("[\"a\"]"), true))
                .isEqualTo("[\"a\"]");
        assertThat(narrowed("tools.t.approval_mode", "\"approve\"", Optional.of("\"approve\""), true))
                .as("what the user says as well")
                .isEqualTo("\"approve\"");
    }
}
