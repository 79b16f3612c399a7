package dev.pawl.exec;

import dev.pawl.card.Answer;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.thread.ChatThread;
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

    /// How much is told: the answer alone, what a person follows, or all of it.
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
    public void event(LoggedEvent logged) {
        switch (logged.event()) {
            case Event.TokensCounted(var _, var total, var _) -> {
                usage = total;
                if (verbose()) say(Shade.FAINT, total.total() + " tokens so far");
            }
            case Event.AnswerRetried(var attempt, var most, var reason) ->
                say(Shade.DOUBTFUL, "reconnecting " + attempt + "/" + most + ": " + reason);
            case Event.TurnTakenOver(var reason, var _) ->
                say(Shade.DOUBTFUL, "the turn goes on where its last worker left it (" + reason + ")");
            case Event.ServerChanged(var server, var state, var error) -> {
                if (state == Event.ServerChanged.State.FAILED)
                    say(Shade.DOUBTFUL, "MCP server " + server + " is not there: " + error);
                else if (verbose())
                    say(
                            Shade.FAINT,
                            "MCP server " + server + ": " + state.name().toLowerCase(Locale.ROOT));
            }
            case Event.Warned(var message) -> say(Shade.DOUBTFUL, message);
            case Event.BoxReplaced _ -> say(Shade.FAINT, "the history was compacted");
            case Event.TurnsDropped _,
                    Event.TurnQueued _,
                    Event.TurnDispatched _,
                    Event.TurnStarted _,
                    Event.ItemRecorded _,
                    Event.TurnSteered _,
                    Event.TurnSuspended _,
                    Event.PersonAsked _,
                    Event.CallAnswered _,
                    Event.TurnResumed _,
                    Event.DiffChanged _,
                    Event.TurnDelivered _ -> {}
        }
    }

    @Override
    public void card(LoggedEvent logged, Card card) {
        if (card.item() instanceof Item.Deliverable) return; // told by itself, when the turn is over
        sayLastWords();
        switch (card.item()) {
            case Item.AgentMessage message -> lastWords = message.text();
            case Item.Reasoning(var summary, var _) -> {
                if (!summary.isEmpty()) say(Shade.FAINT, summary);
            }
            case Item.ToolCall call -> call(call);
            case Item.ToolResult result -> result(result);
            case Item.UserMessage _,
                    Item.Briefing _,
                    Item.Decision _,
                    Item.Begun _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Summary _,
                    Item.Opaque _,
                    Item.Deliverable _ -> {}
        }
    }

    private void call(Item.ToolCall call) {
        switch (call.detail()) {
            case Detail.Command(var command, var _) -> say(Shade.STRONG, "$ " + command);
            case Detail.Mcp mcp ->
                say(Shade.STRONG, mcp.server() + "." + mcp.tool() + " " + firstLine(mcp.arguments()));
            case Detail.Nothing _, Detail.Picture _, Detail.Ran _, Detail.Edits _, Detail.Plan _ -> {
                if (verbose()) say(Shade.STRONG, call.tool() + " " + firstLine(call.arguments()));
            }
        }
    }

    /// Words are held back until something follows them: the last ones are the answer, on stdout.
    private void sayLastWords() {
        if (!lastWords.isEmpty()) say(Shade.STRONG, lastWords);
        lastWords = "";
    }

    private void result(Item.ToolResult result) {
        switch (result.detail()) {
            case Detail.Ran ran -> {
                shorten(ran.output()).forEach(line -> say(Shade.FAINT, "  " + line));
                var shade = ran.exitCode() == 0 ? Shade.GOOD : Shade.BAD;
                say(shade, "  exit " + ran.exitCode() + " in " + ran.millis() + " ms");
            }
            case Detail.Edits(var changes) -> {
                for (var change : changes) {
                    say(Shade.STRONG, change.kind().name().charAt(0) + " " + Visible.heading(change.path()));
                    change.diff().lines().forEach(line -> say(shade(line), "  " + line));
                }
            }
            case Detail.Plan plan ->
                plan.steps().forEach(step -> say(Shade.FAINT, mark(step.progress()) + " " + step.step()));
            case Detail.Nothing _, Detail.Command _, Detail.Picture _ -> {
                if (verbose()) result.output().lines().forEach(line -> say(Shade.FAINT, "  " + line));
                else if (result.answer() != Answer.SUCCESS) say(Shade.DOUBTFUL, "  " + firstLine(result.output()));
            }
            case Detail.Mcp _ -> {
                var shade = result.answer() == Answer.SUCCESS ? Shade.FAINT : Shade.DOUBTFUL;
                var words = result.output().replaceFirst("\\AWall time: [0-9.]+ seconds\nOutput:\n", "");
                shorten(words).forEach(line -> say(shade, "  " + line));
            }
        }
    }

    @Override
    public void delivered(Item.Deliverable deliverable) {
        if (!lastWords.equals(deliverable.text())) sayLastWords();
        if (deliverable.outcome() == Outcome.SUCCESS) {
            say(Shade.FAINT, usage.total() + " tokens");
            console.line(answer(deliverable));
        } else if (deliverable.outcome() == Outcome.CANCELED) console.note("stopped: " + deliverable.error());
        else console.note(deliverable.error());
    }

    private String answer(Item.Deliverable deliverable) {
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

    private static String mark(Detail.PlanStep.Progress progress) {
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
