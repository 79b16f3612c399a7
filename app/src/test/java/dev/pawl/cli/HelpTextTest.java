package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HelpTextTest {
    private record Fake(CommandUsage usage) implements Subcommand {
        @Override
        public int run(Arguments arguments) {
            return ExitCode.OK;
        }
    }

    private final CommandTable table = new CommandTable(
            "pawl",
            "about",
            CommonOptions.ALL,
            List.of(
                    new Fake(CommandUsage.of("exec", "run one turn")
                            .with(
                                    Option.value("--sandbox", "MODE", "what it may touch")
                                            .or("-s")
                                            .choice("all", "none"),
                                    Option.flag("--a-very-long-option-name-indeed", "long"))
                            .taking(Operand.atMostOne("PROMPT", "what to do"))
                            .example("pawl exec \"fix the test\"")),
                    new Fake(CommandUsage.of("exec resume", "go on").taking(Operand.one("ID", "which"))),
                    new Fake(CommandUsage.of("__train", "hidden"))));

    @Test
    void aCommandIsExplainedWholly() {
        assertThat(HelpText.of(table, "exec", HelpWords.ENGLISH))
                .startsWith("""
                usage: pawl exec [OPTIONS] [PROMPT]

                run one turn

                words:
                  [PROMPT]                    what to do

                options:
                  -s, --sandbox MODE          what it may touch (all, none)
                  --a-very-long-option-name-indeed
                                              long
                """)
                .endsWith("examples:\n  pawl exec \"fix the test\"\n");
    }

    @Test
    void aCommandShowsTheOptionsItInherits() {
        assertThat(HelpText.of(table, "exec resume", HelpWords.ENGLISH))
                .contains("usage: pawl exec resume ID", "--sandbox MODE");
    }

    @Test
    void theOverviewShowsEveryCommandButTheHiddenOnes() {
        assertThat(HelpText.of(table, "", HelpWords.ENGLISH))
                .contains("\n  exec  ", "\n  exec resume  ")
                .doesNotContain("__train");
    }

    @Test
    void helpForNothingKnownSuggestsTheNearest() {
        var console = new Consoles().console;
        assertThatThrownBy(() -> HelpCommand.print(table, console, "exce")).hasMessageContaining("did you mean exec?");
    }
}
