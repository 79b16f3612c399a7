package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentParserTest {
    private record Fake(CommandUsage usage) implements Subcommand {
        @Override
        public int run(Arguments arguments) {
            return ExitCode.OK;
        }
    }

    private static final CommandTable TABLE = new CommandTable(
            "pawl",
            "about",
            CommonOptions.ALL,
            List.of(
                    new Fake(CommandUsage.of("exec", "one turn")
                            .with(
                                    Option.value("--model", "NAME", "the model").or("-m"),
                                    Option.value("--sandbox", "MODE", "the sandbox")
                                            .choice("read-only", "workspace-write"),
                                    Option.value("--image", "FILE", "an image")
                                            .or("-i")
                                            .repeating(),
                                    Option.flag("--yolo", "no questions").or("-y"))
                            .taking(Operand.atMostOne("PROMPT", "what to do"))),
                    new Fake(CommandUsage.of("exec resume", "go on")
                            .with(Option.flag("--last", "the latest"))
                            .taking(Operand.atMostOne("ID", "which"), Operand.atMostOne("PROMPT", "what to do"))),
                    new Fake(
                            CommandUsage.of("sandbox", "run a command").taking(Operand.rest("COMMAND", "the command"))),
                    new Fake(CommandUsage.of("config show", "settings")),
                    new Fake(CommandUsage.of("config set", "change one")
                            .taking(Operand.one("KEY", "which"), Operand.one("VALUE", "what")))));

    private static ArgumentParser.Line parse(String... words) {
        return ArgumentParser.parse(TABLE, new Messages(Messages.Language.EN), List.of(words));
    }

    private static Arguments arguments(String... words) {
        return parse(words) instanceof ArgumentParser.Line.Run(var _, var arguments)
                ? arguments
                : fail("not a command to run");
    }

    private static Arguments fail(String why) {
        throw new AssertionError(why);
    }

    @ParameterizedTest
    @CsvSource({
        "exec --model x",
        "exec --model=x",
        "exec -m x",
        "exec -mx",
        "exec -m=x",
        "exec -ym x",
        "exec -ymx",
        "exec --model y --model x",
        "exec prompt -m x"
    })
    void anOptionsValueMayBeWrittenInEveryUsualWay(String line) {
        assertThat(arguments(line.split(" ")).value("--model")).contains("x");
    }

    @Test
    void optionsStandBeforeBetweenAndAfterWords() {
        var given = arguments("-c", "a=1", "exec", "--json", "resume", "-c", "b=2", "42", "--last", "-m", "x", "go");
        assertThat(given.usage().name()).isEqualTo("exec resume");
        assertThat(given.values("--config")).containsExactly("a=1", "b=2");
        assertThat(given.optionalWord("ID")).contains("42");
        assertThat(given.optionalWord("PROMPT")).contains("go");
        assertThat(given.value("--model")).contains("x");
        assertThat(given.has("--last")).isTrue();
        assertThat(given.has("--yolo")).isFalse();
    }

    @Test
    void twoDashesEndTheOptions() {
        assertThat(arguments("sandbox", "--", "ls", "-l", "--", "--json").words("COMMAND"))
                .containsExactly("ls", "-l", "--", "--json");
        assertThat(arguments("exec", "--", "resume").optionalWord("PROMPT")).contains("resume");
    }

    @Test
    void aDashAloneIsAWord() {
        assertThat(arguments("exec", "-").optionalWord("PROMPT")).contains("-");
    }

    @Test
    void anEmptyWordIsAWord() {
        assertThat(arguments("exec", "").optionalWord("PROMPT")).contains("");
    }

    @Test
    void aNegativeNumberIsAValue() {
        assertThat(arguments("exec", "-m", "-1").value("--model")).contains("-1");
    }

    @Test
    void aRepeatingOptionKeepsAllItsValues() {
        assertThat(arguments("exec", "-i", "a", "--image=b", "-ic").values("--image"))
                .containsExactly("a", "b", "c");
    }

    @Test
    void helpWinsOverMissingWords() {
        assertThat(parse("config", "set", "--help")).isEqualTo(new ArgumentParser.Line.Explain("config set"));
        assertThat(parse("config", "-h")).isEqualTo(new ArgumentParser.Line.Explain("config"));
        assertThat(parse()).isEqualTo(new ArgumentParser.Line.Explain(""));
    }

    @Test
    void theVersionIsAskedForBeforeAnyCommand() {
        assertThat(parse("--version")).isEqualTo(new ArgumentParser.Line.Version());
        assertThat(parse("-V")).isEqualTo(new ArgumentParser.Line.Version());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exce                      | there is no command 'exce'             | did you mean exec?
            frobnicate                | there is no command 'frobnicate'       | see: pawl --help
            config shwo               | there is no command 'config shwo'      | did you mean show?
            config                    | 'pawl config' needs one more word      | show, set
            exec --modle x            | pawl exec has no option --modle        | did you mean --model?
            exec -z                   | pawl exec has no option -z             | see: pawl exec --help
            exec --model              | --model needs a value: --model NAME    | see: pawl exec --help
            exec --model --json       | --model needs a value: --model NAME    | --model=VALUE
            exec --yolo=yes           | --yolo takes no value                  | 'yes'
            exec --sandbox read-onyl  | --sandbox cannot be 'read-onyl'        | did you mean read-only?
            config set                | pawl config set needs KEY              | see: pawl config set --help
            config set a              | pawl config set needs VALUE            | see: pawl config set --help
            config set a b c          | pawl config set has no use for 'c'     | see: pawl config set --help
            config show x             | pawl config show has no use for 'x'    | see: pawl config show --help
            --last                    | pawl has no option --last              | see: pawl --help
            """)
    void aMistakeIsNamedWithItsFix(String line, String mistake, String fix) {
        assertThatThrownBy(() -> parse(line.split(" ")))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(mistake)
                .hasMessageContaining(fix);
    }

    @Test
    void askingForAnOptionTheCommandDoesNotDeclareIsABug() {
        var given = arguments("config", "show");
        assertThatThrownBy(() -> given.has("--last")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void twoCommandsOfOneNameAreRefused() {
        var twice = List.of(new Fake(CommandUsage.of("a", "")), new Fake(CommandUsage.of("a", "")));
        assertThatThrownBy(() -> new CommandTable("pawl", "about", CommonOptions.ALL, twice))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"--versoin, --version", "version, --version", "json, --json", "exce, exec"})
    void aSlipIsAnsweredWithWhatWasMeant(String typed, String meant) {
        assertThatThrownBy(() -> ArgumentParser.parse(TABLE, new Messages(Messages.Language.EN), List.of(typed)))
                .isInstanceOf(UsageError.class)
                .extracting(wrong -> ((UsageError) wrong).text())
                .asString()
                .endsWith("did you mean " + meant + "?");
    }

    @ParameterizedTest
    @CsvSource({
        "--model x exec do,             x",
        "-m x exec do,                  x",
        "-mx exec do,                   x",
        "--model=x exec do,             x",
        "--yolo -m x exec resume id do, x",
    })
    void aCommandsOptionsMayStandBeforeIt(String line, String model) {
        assertThat(arguments(line.split(" ")).value("--model")).hasValue(model);
    }

    @Test
    void anOptionBeforeACommandThatLacksItIsRefused() {
        assertThatThrownBy(() -> parse("--model", "x", "sandbox", "ls"))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining("--model");
        assertThatThrownBy(() -> parse("--yolo=1", "exec", "do")).isInstanceOf(UsageError.class);
    }
}
