package dev.pawl.direct;

import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.json.Json;
import dev.pawl.tool.shell.RunningCommands;
import dev.pawl.tool.shell.RunningCommands.Running;
import java.util.List;
import java.util.function.Function;

/// `pawl terminals list`, `show` and `kill`: what agents have running on this machine, from any
/// process.
public record TerminalsCommand(Kind kind, Console console, Function<Arguments, RunningCommands> commands)
        implements Subcommand {
    public enum Kind {
        LIST,
        SHOW,
        KILL
    }

    private static final Option JSON = Option.flag("--json", "one JSON object for each line");

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case LIST ->
                CommandUsage.of("terminals list", "commands that agents have running on this machine")
                        .with(JSON)
                        .example("pawl terminals list");
            case SHOW ->
                CommandUsage.of("terminals show", "one of them in full")
                        .with(JSON)
                        .taking(id())
                        .example("pawl terminals show 1423");
            case KILL ->
                CommandUsage.of("terminals kill", "end them, with everything they started; the agent is told")
                        .with(JSON)
                        .taking(id())
                        .example("pawl terminals kill 1423")
                        .example("pawl terminals kill THREAD   # all of a thread; archiving it does the same");
        };
    }

    private static Operand id() {
        return Operand.one("ID", "its number, its process, or its thread");
    }

    @Override
    public int run(Arguments arguments) {
        var running = commands.apply(arguments).all();
        if (kind == Kind.LIST) {
            for (var one : running) print(one, arguments);
            if (running.isEmpty() && !arguments.has("--json")) console.note("no agent has a command running here");
            return ExitCode.OK;
        }
        var named = named(running, arguments.word("ID"));
        for (var one : named) {
            if (kind == Kind.KILL) one.group().end();
            print(one, arguments);
        }
        if (kind == Kind.KILL) console.note(named.size() == 1 ? "it has ended" : named.size() + " have ended");
        return ExitCode.OK;
    }

    private List<Running> named(List<Running> running, String id) {
        var found = running.stream()
                .filter(one ->
                        (one.terminal() != 0 && String.valueOf(one.terminal()).equals(id))
                                || String.valueOf(one.pid()).equals(id)
                                || one.call().equals(id)
                                || one.thread().value().equals(id))
                .toList();
        if (found.isEmpty()) {
            throw new UsageError("no command runs under the id " + id + "\n  pawl terminals list shows what does");
        }
        if (kind == Kind.SHOW && found.size() > 1) {
            throw new UsageError(found.size() + " commands run in thread " + id + "\n  pawl terminals list shows them");
        }
        return found;
    }

    private void print(Running one, Arguments arguments) {
        if (arguments.has("--json")) {
            console.line(json(one).write());
            return;
        }
        var name = one.terminal() == 0 ? "-" : String.valueOf(one.terminal());
        var command = Visible.text(one.command());
        var first = command.lines().findFirst().orElse("");
        var whole = kind == Kind.SHOW || first.equals(command);
        console.line(Styled.of(Console.Shade.STRONG, name).plus("  " + (whole ? command : first + " …")));
        console.line("  thread " + one.thread() + "  process " + one.pid()
                + one.since().map(since -> "  since " + since).orElse(""));
        if (kind != Kind.SHOW) return;
        console.line("  in " + Visible.text(one.folder()) + ", by call " + Visible.text(one.call()));
        console.line(
                one.owner() == 0
                        ? "  the process that started it is gone; it is ended when its thread goes on"
                        : "  run by process " + one.owner()
                                + ", which has its output; the agent reads it when it asks");
    }

    private static Json.Obj json(Running one) {
        return Json.object()
                .with("terminal", one.terminal())
                .with("thread", one.thread().value())
                .with("call", one.call())
                .with("command", one.command())
                .with("cwd", one.folder())
                .with("pid", one.pid())
                .with("since", one.since().map(Object::toString).orElse(""))
                .with("owner", one.owner());
    }
}
