package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommonOptions;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Subcommand;
import dev.pawl.config.Environment;
import dev.pawl.exec.DecideCommand;
import dev.pawl.exec.Engine;
import dev.pawl.exec.ExecCommand;
import dev.pawl.view.QuestionView;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Other processes that were faster than the one who tells of a turn.
@Timeout(60)
class FasterOthersTest {
    @TempDir
    Path folder;

    private final Consoles consoles = new Consoles();
    private TestProgram house;

    @BeforeEach
    void open() throws IOException {
        house = new TestProgram(folder);
    }

    /// The thread was deleted: its turn is over, and the log does not say so.
    @Test
    void aTurnWhoseEndIsGoneIsNotWaitedForAnyLonger() throws IOException {
        house.script("{\"items\":[{\"pause_ms\":3600000,\"type\":\"text\",\"text\":\"never\"}]}");
        UnaryOperator<Engine> deleted = engine -> around((_, method, given) -> {
            if (method.getName().equals("carry")) return true;
            return method.invoke(engine, given);
        });
        var stdin = new Stdin(InputStream.nullInputStream(), true);
        var exec = new ExecCommand(ExecCommand.Kind.NEW, consoles.console, starter(deleted), stdin, _ -> 0);

        assertThat(run(exec, "exec", "--skip-git-repo-check", "hello")).isEqualTo(ExitCode.FAILED);
        assertThat(consoles.err()).contains("how it ended can no longer be read");
    }

    @Test
    void aTurnThatAnotherWorkerEndedAtOnceIsToldToItsEnd() throws IOException {
        house.script(
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"call_id\":\"c1\",\"arguments\":"
                        + "{\"cmd\":\"touch made\",\"login\":false}}]}",
                "{\"items\":[{\"type\":\"text\",\"text\":\"Without it, then.\"}]}");
        assertThat(house.pawl("exec", "--json", "--skip-git-repo-check", "-a", "untrusted", "hello")
                        .code())
                .isEqualTo(ExitCode.WAITING);
        var open = new ArrayList<QuestionView>();
        UnaryOperator<Engine> hurried = engine -> around((_, method, given) -> {
            if (method.getName().equals("gateway")) {
                var questions = engine.gateway().questions();
                if (!questions.isEmpty()) open.addAll(questions);
                else engine.carry(open.getFirst().thread(), open.getFirst().turn());
            }
            return method.invoke(engine, given);
        });
        var decline = new DecideCommand(
                DecideCommand.Kind.DECLINE, consoles.console, starter(hurried), (_, _) -> ExitCode.OK);

        assertThat(run(decline, "approvals", "decline", "c1"))
                .as(consoles.err())
                .isZero();
        assertThat(consoles.out()).contains("Without it, then.");
    }

    private Engine.Starter starter(UnaryOperator<Engine> change) {
        var hosts = new Hosts(consoles.console, new Environment(Map.of()));
        return (Arguments arguments) -> change.apply(hosts.engine(arguments));
    }

    private static Engine around(InvocationHandler handler) {
        return (Engine) Proxy.newProxyInstance(Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, handler);
    }

    private int run(Subcommand command, String... words) {
        var table = new CommandTable("pawl", "", CommonOptions.ALL, List.of(command));
        var line = new ArrayList<>(List.of("--home", house.home().toString()));
        line.addAll(List.of(words));
        return new Dispatcher(table, consoles.console, "pawl test").run(line);
    }
}
