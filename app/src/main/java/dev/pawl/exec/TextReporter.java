package dev.pawl.exec;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.Text;
import dev.pawl.cli.TroubleText;
import dev.pawl.event.Event;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.CallState;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ItemView.FileEdit;
import dev.pawl.view.ThreadChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Progress for a person, on stderr; the answer alone goes to stdout.
final class TextReporter implements Reporter {
    private static final int LINES_SHOWN = 12;

    private final Console console;
    private final Loudness loudness;
    private Usage usage = Usage.NONE;
    private String lastWords = "";

    /// How much is printed: the answer alone, what a person follows, or all of it.
    private enum Loudness {
        QUIET,
        USUAL,
        VERBOSE
    }

    TextReporter(Console console, Arguments arguments) {
        this.console = console;
        this.loudness = arguments.has("--quiet")
                ? Loudness.QUIET
                : arguments.has("--verbose") ? Loudness.VERBOSE : Loudness.USUAL;
    }

    private boolean verbose() {
        return loudness == Loudness.VERBOSE;
    }

    @Override
    public void began(ChatThread thread) {
        var setup = thread.setup();
        say(
                Shade.FAINT,
                "thread " + thread.id() + " · " + setup.model() + " (" + setup.provider() + ") · " + setup.sandbox()
                        + " · " + setup.cwd());
    }

    @Override
    public void report(ThreadChange change) {
        switch (change) {
            case ThreadChange.ItemBegan(var _, var item, var _) -> itemBegan(item);
            case ThreadChange.ItemUpdated(var _, ItemView.CommandRun run) -> {
                if (verbose()) lines(Shade.FAINT, run.progress().output());
            }
            case ThreadChange.ItemCompleted(var _, var item, var _) -> itemCompleted(item);
            case ThreadChange.PlanChanged(var _, var plan) ->
                plan.steps().forEach(step -> say(Shade.FAINT, mark(step.progress()) + " " + step.step()));
            case ThreadChange.TokensCounted(var _, var tokens) -> {
                usage = tokens.total();
                if (verbose()) say(Shade.FAINT, usage.total() + " tokens so far");
            }
            case ThreadChange.Retrying(var _, var attempt, var most, var reason) ->
                say(Shade.DOUBTFUL, retry(attempt, most, reason));
            case ThreadChange.TakenOver(var _, var reason, var _) ->
                say(Shade.DOUBTFUL, "resuming the turn: its previous worker is gone (" + reason + ")");
            case ThreadChange.ServerChanged(var server, var state, var error) -> serverChanged(server, state, error);
            case ThreadChange.Warned(var message) -> say(Shade.DOUBTFUL, message);
            case ThreadChange.Compacted _ -> say(Shade.FAINT, "the history was compacted");
            case ThreadChange.TurnEnded ended -> ended(ended.deliverable());
            case ThreadChange.TurnQueued _,
                    ThreadChange.TurnBegan _,
                    ThreadChange.Steered _,
                    ThreadChange.ItemGrew _,
                    ThreadChange.ItemUpdated _,
                    ThreadChange.DiffChanged _,
                    ThreadChange.QuestionAsked _,
                    ThreadChange.QuestionSettled _,
                    ThreadChange.TurnsDropped _,
                    ThreadChange.StatusChanged _,
                    ThreadChange.TurnFailed _ -> {}
        }
    }

    private String retry(int attempt, int most, String reason) {
        var why = TroubleText.of(console.messages(), "", reason)
                .map(TroubleText::happened)
                .orElse(reason);
        return console.say(Text.TROUBLE_RETRY, why, String.valueOf(attempt), String.valueOf(most));
    }

    private void serverChanged(String server, Event.ServerChanged.State state, String error) {
        if (state == Event.ServerChanged.State.FAILED)
            say(Shade.DOUBTFUL, "MCP server " + server + " is not there: " + error);
        else if (verbose())
            say(Shade.FAINT, "MCP server " + server + ": " + state.name().toLowerCase(Locale.ROOT));
    }

    private void itemBegan(ItemView item) {
        sayLastWords();
        switch (item) {
            case ItemView.CommandRun run -> {
                if (run.caller() == ItemView.CommandRun.Caller.AGENT) say(Shade.STRONG, "$ " + run.plain());
            }
            case ItemView.McpCall call ->
                say(Shade.STRONG, call.server() + "." + call.tool() + " " + firstLine(call.arguments()));
            case ItemView.AgentCall call ->
                say(Shade.STRONG, call.act().name().toLowerCase(Locale.ROOT) + " agent " + firstLine(call.prompt()));
            case ItemView.ToolUse use -> {
                if (verbose()) say(Shade.STRONG, use.tool() + " " + firstLine(use.arguments()));
            }
            case ItemView.UserText _,
                    ItemView.AgentText _,
                    ItemView.Thinking _,
                    ItemView.FileEdit _,
                    ItemView.Image _,
                    ItemView.WebSearch _,
                    ItemView.ReviewMark _,
                    ItemView.Compaction _ -> {}
        }
    }

    private void itemCompleted(ItemView item) {
        sayLastWords();
        switch (item) {
            case ItemView.AgentText(var _, var text, var _) -> lastWords = text;
            case ItemView.Thinking(var _, var summary) -> {
                if (!summary.isEmpty()) say(Shade.FAINT, summary);
            }
            case ItemView.CommandRun run -> {
                if (run.caller() == ItemView.CommandRun.Caller.AGENT) command(run.progress());
            }
            case FileEdit edit -> {
                if (edit.isMade()) edit.changes().forEach(change -> change(edit, change));
                else result(edit.state(), edit.text());
            }
            case ItemView.McpCall call -> {
                var shade = call.state() == CallState.SUCCESS ? Shade.FAINT : Shade.DOUBTFUL;
                var words = call.text().replaceFirst("\\AWall time: [0-9.]+ seconds\nOutput:\n", "");
                shorten(words).forEach(line -> say(shade, "  " + line));
            }
            case ItemView.AgentCall call -> result(call.state(), call.text());
            case ItemView.ToolUse use -> result(use.state(), use.text());
            case ItemView.UserText _,
                    ItemView.Image _,
                    ItemView.WebSearch _,
                    ItemView.ReviewMark _,
                    ItemView.Compaction _ -> {}
        }
    }

    private void command(CommandProgress progress) {
        switch (progress) {
            case CommandProgress.Exited(var code, var output, var millis) -> {
                shorten(output).forEach(line -> say(Shade.FAINT, "  " + line));
                say(code == 0 ? Shade.GOOD : Shade.BAD, "  exit " + code + " in " + millis + " ms");
            }
            case CommandProgress.Unfinished(var state, var text, var _) -> result(state, text);
            case CommandProgress.Running _, CommandProgress.Outlived _ -> {}
        }
    }

    private void change(FileEdit edit, FileChange change) {
        say(Shade.STRONG, change.kind().name().charAt(0) + " " + Visible.heading(edit.plain(change.path())));
        change.diff().lines().forEach(line -> say(shade(line), "  " + line));
    }

    /// The text of a result; of a success only when all is wanted.
    private void result(CallState state, String text) {
        if (verbose()) lines(Shade.FAINT, text);
        else if (state != CallState.SUCCESS && !text.isEmpty()) say(Shade.DOUBTFUL, "  " + firstLine(text));
    }

    private void lines(Shade shade, String text) {
        text.lines().forEach(line -> say(shade, "  " + line));
    }

    /// Words are held back until something follows them: the last ones are the answer, on stdout.
    private void sayLastWords() {
        if (!lastWords.isEmpty()) say(Shade.STRONG, lastWords);
        lastWords = "";
    }

    private void ended(Deliverable deliverable) {
        if (!deliverable.text().endsWith(lastWords)) sayLastWords();
        if (deliverable.outcome() == Outcome.SUCCESS) {
            say(Shade.FAINT, usage.total() + " tokens");
            console.line(answer(deliverable));
        } else TurnEnding.say(console, deliverable);
    }

    /// The result for stdout: the words, or the fields that were asked for.
    static String answer(Deliverable deliverable) {
        if (!deliverable.text().isEmpty() || deliverable.fields().isEmpty()) return deliverable.text();
        var text = new StringBuilder();
        deliverable
                .fields()
                .forEach(field -> text.append(field.name())
                        .append(": ")
                        .append(field.value())
                        .append('\n'));
        return text.toString().stripTrailing();
    }

    private List<String> shorten(String output) {
        var lines = output.lines().toList();
        if (verbose() || lines.size() <= LINES_SHOWN) return lines;
        var shown = new ArrayList<>(lines.subList(0, LINES_SHOWN / 2));
        shown.add("… " + (lines.size() - LINES_SHOWN) + " more lines");
        shown.addAll(lines.subList(lines.size() - LINES_SHOWN / 2, lines.size()));
        return shown;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String mark(PlanStep.Progress progress) {
        return switch (progress) {
            case PENDING -> "[ ]";
            case IN_PROGRESS -> "[>]";
            case COMPLETED -> "[x]";
        };
    }

    static Shade shade(String line) {
        if (line.startsWith("+")) return Shade.GOOD;
        return line.startsWith("-") ? Shade.BAD : Shade.FAINT;
    }

    private void say(Shade shade, String text) {
        if (loudness != Loudness.QUIET) console.say(shade, text);
    }
}
