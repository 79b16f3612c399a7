package dev.pawl.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Messages;
import dev.pawl.cli.Option;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialCommandTest {
    private interface Body {
        Figures run() throws IOException, InterruptedException;
    }

    private record Fake(Body body) implements Trial {
        @Override
        public CommandUsage usage() {
            return CommandUsage.of("fake", "a trial");
        }

        @Override
        public Figures run(Arguments arguments) throws IOException, InterruptedException {
            return body.run();
        }
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Body body) {
        var console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new Messages(Messages.Language.EN),
                false);
        var table = new CommandTable(
                "./bench", "", List.of(Option.flag("--help", "")), List.of(new TrialCommand(new Fake(body), console)));
        return new Dispatcher(table, console, "").run(List.of("fake"));
    }

    @Test
    void theFiguresAreTheLastLine() {
        assertThat(run(() -> new Figures("fake").put("turns", 3L).put("ms", 1.23456)))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString(UTF_8).strip()).isEqualTo("{\"name\":\"fake\",\"turns\":3,\"ms\":1.235,\"ok\":true}");
    }

    @Test
    void aMissedTargetFailsAndIsNamed() {
        assertThat(run(() -> new Figures("fake").put("lost", 1L).miss("lost turns: 0")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(UTF_8)).contains("missed: lost turns: 0");
        assertThat(out.toString(UTF_8)).contains("\"ok\":false");
    }

    @Test
    void aTrialThatBreaksOffStillEndsWithItsLine() {
        assertThat(run(() -> {
                    throw new IOException("no disk");
                }))
                .isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8).strip()).isEqualTo("{\"name\":\"fake\",\"error\":\"no disk\",\"ok\":false}");
    }
}
