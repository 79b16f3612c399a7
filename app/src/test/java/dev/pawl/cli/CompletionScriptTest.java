package dev.pawl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.command.ConfigPathCommand;
import dev.pawl.config.command.ConfigShowCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionScriptTest {
    @TempDir
    private Path folder;

    private final CommandTable table = new CommandTable(
            "pawl",
            "about",
            CommonOptions.ALL,
            List.of(
                    new CompletionCommand(new Consoles().console),
                    new HelpCommand(new Consoles().console),
                    new ConfigPathCommand(new Consoles().console, _ -> Path.of("x")),
                    new ConfigShowCommand(new Consoles().console, _ -> List.of()),
                    new Paint()));

    private record Paint() implements Subcommand {
        @Override
        public CommandUsage usage() {
            return CommandUsage.of("paint", "in colour")
                    .with(Option.value("--color", "WHEN", "colours").choice("always", "never"));
        }

        @Override
        public int run(Arguments arguments) {
            return ExitCode.OK;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pawl com             | completion
            pawl config          | config
            pawl config ''       | path,show
            pawl completion f    | fish
            pawl config show --j | --json
            pawl -q help conf    | config
            pawl --vers          | --version
            pawl paint --color=        | --color=always,--color=never
            pawl paint --color=ne      | --color=never
            pawl paint --color '=' ''  | always,never
            pawl paint --color '=' al  | always
            pawl paint --color '='     | always,never
            """)
    void bashCompletesWhatTheParserTakes(String line, String offered) throws IOException, InterruptedException {
        assertThat(complete(line)).contains(offered.split(","));
    }

    @Test
    void bashOffersOneWordWhereOnlyOneFits() throws IOException, InterruptedException {
        assertThat(complete("pawl completion z")).containsExactly("zsh");
    }

    private List<String> complete(String line) throws IOException, InterruptedException {
        var script = folder.resolve("pawl.bash");
        Files.writeString(script, new CompletionScript(table).bash());
        var ask = "source '" + script + "'; COMP_WORDS=(" + line + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pawl;"
                + " printf '%s\\n' \"${COMPREPLY[@]}\"";
        var bash =
                new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();
        var said = new String(bash.getInputStream().readAllBytes(), UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.lines().toList();
    }

    @Test
    void fishHasALineForEveryCommandAndOption() {
        assertThat(new CompletionScript(table).fish())
                .contains("-a config -d 'show, path'".replace("show, path", "path, show"))
                .contains("__fish_seen_subcommand_from config' -f -a show")
                .contains("-f -a zsh")
                .contains("-l home -r");
    }

    @Test
    void zshLoadsTheBashFunction() {
        assertThat(new CompletionScript(table).zsh())
                .startsWith("#compdef pawl\n")
                .contains("bashcompinit");
    }
}
