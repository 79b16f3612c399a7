package dev.pawl.direct;

import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.config.CheckpointConfig;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.threads.Library;
import dev.pawl.tool.checkpoint.Checkpoint;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.checkpoint.UndoPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// `pawl undo`: takes back what a turn did to the files. Shows them first, and asks.
///
/// @param asking whether a person agrees to a sentence
public record UndoCommand(
        Console console,
        Library.Opener opener,
        Function<Arguments, CheckpointConfig> checkpoints,
        Predicate<String> asking)
        implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("undo", "take back what a turn did to the files, commands included")
                .with(
                        Option.flag("--list", "only show the checkpoints of this folder"),
                        Option.value("--to", "ID", "the files as they were before this checkpoint"),
                        Option.flag("--all", "also what changed since; else such files are kept"),
                        Option.flag("--dry-run", "only show the files"),
                        Option.flag("--yes", "do not ask"),
                        Option.value("--cd", "DIR", "the folder, when no thread is named")
                                .or("-C"),
                        Option.flag("--json", "one JSON object for each line"))
                .taking(Operand.atMostOne("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl undo                 # the last turn in this folder")
                .example("pawl undo --list")
                .example("pawl undo --to 12 --yes   # an undo has an ID too, and can be undone");
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var thread = arguments.words("THREAD").stream()
                    .findFirst()
                    .map(word -> ThreadWord.find(library.gateway(), word));
            var cwd = thread.map(ChatThread::setup)
                    .map(setup -> Path.of(setup.cwd()))
                    .orElse(Path.of(arguments.value("--cd").orElse("")).toAbsolutePath());
            var undo = checkpoints.apply(arguments).undo(cwd);
            var id = thread.map(found -> found.id().value());
            if (arguments.has("--list")) return list(undo, id, arguments.has("--json"));
            var chosen = chosen(undo, id, arguments);
            if (chosen.isEmpty()) {
                console.note("nothing to take back in " + cwd + "\n  pawl undo --list shows what there is");
                return ExitCode.FAILED;
            }
            var left = leftTurn(library, chosen.getFirst());
            return undo(
                    undo,
                    chosen,
                    arguments,
                    () -> left.ifPresent(busy -> {
                        library.keeping().stop(busy, "its changes were taken back");
                        console.note(console.say(Text.TURN_STOPPED_FIRST, busy.value()));
                    }));
        } catch (IOException impossible) {
            console.note("undo is not possible here: " + impossible.getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private static List<Checkpoint> chosen(Undo undo, Optional<String> thread, Arguments arguments) throws IOException {
        var to = arguments.value("--to");
        if (to.isEmpty()) return undo.latest(thread).map(List::of).orElse(List.of());
        for (var one : undo.list()) {
            if (Long.toString(one.id()).equals(to.get())
                    && (thread.isEmpty() || one.thread().equals(thread.get()))) return undo.since(one);
        }
        throw new UsageError("no checkpoint " + to.get() + " here\n  pawl undo --list shows those there are");
    }

    /// What a running turn writes would be half taken back. The answer is a turn that its process
    /// left, to be stopped before its changes are taken back; one that waits for a person stays.
    private Optional<ThreadId> leftTurn(Library library, Checkpoint first) {
        var thread = new ThreadId(first.thread());
        var gateway = library.gateway();
        if (gateway.thread(thread).isEmpty() || gateway.activeTurn(thread).isEmpty()) return Optional.empty();
        if (!gateway.questions(thread).isEmpty()) return Optional.empty();
        if (!library.statuses().isRun(thread, library.now())) return Optional.of(thread);
        throw new UsageError(console.say(Text.UNDO_WHILE_RUNNING, thread.value()));
    }

    private int list(Undo undo, Optional<String> thread, boolean json) throws IOException {
        var shown = 0;
        for (var one : undo.list()) {
            if (thread.isPresent() && !one.thread().equals(thread.get())) continue;
            shown++;
            var kind = one.kind().name().toLowerCase(Locale.ROOT);
            if (json) {
                console.line(Json.object()
                        .with("id", one.id())
                        .with("kind", kind)
                        .with("thread", one.thread())
                        .with("turn", one.turn())
                        .with("at", one.at().toString())
                        .with("undone_by", one.undone())
                        .with("cut_off", Json.of(one.isCutOff()))
                        .with("not_covered", Json.strings(one.left()))
                        .write());
            } else {
                console.line(String.format(
                        Locale.ROOT,
                        "%4d  %s  %-4s  thread %s%s%s",
                        one.id(),
                        one.at(),
                        kind,
                        one.thread(),
                        one.undone() > 0 ? "  (undone by " + one.undone() + ")" : "",
                        one.isCutOff() ? "  (cut off)" : ""));
                for (var left : one.left()) console.line("        not covered: " + Visible.text(left));
            }
        }
        if (shown == 0 && !json) console.note("no checkpoints yet: one is made before a turn changes files");
        return ExitCode.OK;
    }

    /// @param stopping called before the first file is changed
    private int undo(Undo undo, List<Checkpoint> chosen, Arguments arguments, Runnable stopping)
            throws IOException, InterruptedException {
        var json = arguments.has("--json");
        var reach = arguments.has("--all") ? Undo.Scope.ALL : Undo.Scope.THEIR_OWN;
        var proposal = undo.propose(chosen, reach);
        var plan = proposal.plan();
        plan.fates().forEach((path, fate) -> tell(word(fate), path, json));
        plan.kept().forEach(path -> tell("keep", path, json));
        if (proposal.isCutOff() && reach == Undo.Scope.THEIR_OWN) {
            console.note("the turn was cut off in the middle of a command: what that one did is not known"
                    + "\n  --all takes back everything that differs from before");
        }
        if (plan.isEmpty()) {
            console.note(plan.kept().isEmpty() ? "no file differs" : "all of these were changed since: nothing to do");
            return ExitCode.OK;
        }
        if (arguments.has("--dry-run")) return ExitCode.OK;
        var question = "Take back " + plan.restored().size()
                + (plan.restored().size() == 1 ? " file" : " files")
                + (plan.kept().isEmpty() ? "" : ", keep " + plan.kept().size() + " that changed since") + "?";
        if (!arguments.has("--yes") && !asking.test(question)) {
            console.note("nothing was changed\n  --yes does it without asking");
            return ExitCode.FAILED;
        }
        stopping.run();
        var done = undo.run(proposal);
        if (json) {
            console.line(Json.object()
                    .with("checkpoint", done.checkpoint())
                    .with("restored", done.restored().size())
                    .with("kept", done.kept().size())
                    .write());
        } else {
            console.note(done.restored().size() + " taken back, " + done.kept().size() + " kept\n  pawl undo --to "
                    + done.checkpoint() + " brings them back again");
        }
        return done.restored().size() == plan.restored().size() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String word(UndoPlan.Fate fate) {
        return switch (fate) {
            case RESTORE -> "restore";
            case BRING_BACK -> "bring back";
            case REMOVE -> "remove";
        };
    }

    private void tell(String what, String path, boolean json) {
        console.line(
                json
                        ? Json.object().with("do", what).with("path", path).write()
                        : String.format(Locale.ROOT, "%-10s  %s", what, Visible.text(path))
                                + (what.equals("keep") ? "  (changed since)" : ""));
    }
}
