package dev.pawl.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
    @Test
    void aNameIsServerAndToolWithoutForeignCharacters() {
        assertThat(ToolNames.of("my server", "read.file")).isEqualTo("mcp__my_server__read_file");
        assertThat(ToolNames.of("a-b_c", "D9")).isEqualTo("mcp__a-b_c__D9");
    }

    @Test
    void aLongNameEndsWithTheHashOfTheWholeOne() {
        var tool = "t".repeat(60);
        var name = ToolNames.of("server", tool);
        assertThat(name).hasSize(64).startsWith("mcp__server__ttttttttttt").matches(".{24}[0-9a-f]{40}");
        assertThat(ToolNames.of("server", tool + "u")).isNotEqualTo(name).hasSize(64);
    }

    @Test
    void sixtyFourCharactersAreNotTooMany() {
        assertThat(ToolNames.of("s", "x".repeat(56))).hasSize(64).endsWith("xxx");
    }

    @Test
    void aNameThatIsTakenGetsAHash() {
        var second = ToolNames.distinct("s", "a.b", Set.of("mcp__s__a_b"));
        assertThat(second).matches("mcp__s__a_b_[0-9a-f]{12}");
        assertThat(ToolNames.distinct("s", "a.b", Set.of())).isEqualTo("mcp__s__a_b");
    }
}
