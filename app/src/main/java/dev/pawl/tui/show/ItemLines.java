package dev.pawl.tui.show;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Part;
import dev.pawl.cli.Text;
import dev.pawl.tui.markdown.Highlighter;
import dev.pawl.tui.markdown.MarkdownStream;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.CallState;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.PlanView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A finished item of a thread as lines.
///
/// @param folder  paths below it are shown from there
/// @param columns how wide tables may be
/// @param output  how many lines of a command's output are shown
/// @param diff    how many lines of a diff are shown
public record ItemLines(Wording words, String folder, int columns, int output, int diff) {
    private static final int EVERYTHING = 1_000_000;
    private static final int MOST_ARGUMENTS = 120;

    /// What goes to the scrollback: long things are cut.
    public static ItemLines brief(Wording words, String folder, int columns) {
        return new ItemLines(words, folder, columns, 6, 60);
    }

    /// What a pager shows: everything.
    public static ItemLines whole(Wording words, String folder, int columns) {
        return new ItemLines(words, folder, columns, EVERYTHING, EVERYTHING);
    }

    private boolean isWhole() {
        return output == EVERYTHING;
    }

    public List<Line> of(ItemView item) {
        return switch (item) {
            case ItemView.UserText said -> user(said);
            case ItemView.AgentText said -> agent(said.text());
            case ItemView.Thinking thinking -> thinking(thinking.summary());
            case ItemView.CommandRun command -> command(command);
            case ItemView.FileEdit edit -> edit(edit);
            case ItemView.McpCall call ->
                call(call.server() + "." + call.tool(), call.arguments(), call.state(), call.text());
            // The plan itself is shown.
            case ItemView.ToolUse use when use.tool().equals("update_plan") -> List.of();
            case ItemView.ToolUse use when use.tool().equals("request_user_input") -> FormLines.of(words, use);
            case ItemView.ToolUse use -> use(use);
            case ItemView.Image image ->
                List.of(head(image.state(), Text.TUI_LOOKED_AT).and(Role.CODE, Paths.below(image.path(), folder)));
            case ItemView.WebSearch _ -> List.of(head(CallState.SUCCESS, Text.TUI_SEARCHED));
            case ItemView.ReviewMark mark -> review(mark);
            case ItemView.Compaction _ -> List.of(Line.of(Role.FAINT, "• " + words.say(Text.TUI_COMPACTED)));
            case ItemView.AgentCall call -> agents(call);
        };
    }

    private List<Line> use(ItemView.ToolUse use) {
        var isFine = use.state() == CallState.SUCCESS || use.state() == CallState.RUNNING;
        var look = isFine && !isWhole() ? LookLines.of(words, use, folder) : Optional.<Line>empty();
        return look.map(line -> List.of(mark(use.state()).and(line)))
                .orElseGet(() -> call(use.tool(), use.arguments(), use.state(), use.text()));
    }

    private List<Line> user(ItemView.UserText said) {
        var lines = new ArrayList<Line>();
        for (var line : said.text().stripTrailing().split("\n", -1)) {
            var mark = lines.isEmpty() ? Line.of(Role.ACCENT, "› ") : Line.plain("  ");
            lines.add(mark.and(Role.USER, line));
        }
        for (var part : said.parts()) {
            if (part instanceof Part.Image) lines.add(Line.of(Role.FAINT, "  " + words.say(Text.TUI_IMAGE)));
        }
        return lines;
    }

    /// Markdown of the agent's.
    public List<Line> agent(String text) {
        var stream = new MarkdownStream();
        var lines = new ArrayList<>(stream.feed(text.strip(), columns));
        lines.addAll(stream.end(columns));
        return lines;
    }

    private List<Line> thinking(String summary) {
        if (summary.isBlank()) return List.of();
        if (isWhole())
            return agent(summary).stream().map(line -> line.in(Role.FAINT)).toList();
        return List.of(Line.of(Role.FAINT, "• " + words.say(Text.TUI_THOUGHT) + " " + title(summary)));
    }

    /// The first heading of a summary, or its first line.
    private static String title(String summary) {
        var text = summary.strip();
        var open = text.indexOf("**");
        var close = open < 0 ? -1 : text.indexOf("**", open + 2);
        if (close > 0) return text.substring(open + 2, close).strip();
        return text.lines().findFirst().orElse("");
    }

    private List<Line> command(ItemView.CommandRun run) {
        var isUser = run.caller() == ItemView.CommandRun.Caller.USER;
        var lines = new ArrayList<Line>();
        var head = head(run.state(), isUser ? Text.TUI_YOU_RAN : Text.TUI_RAN);
        var code = Highlighter.of("sh");
        var command = CommandText.typed(run.command()).stripTrailing().split("\n", -1);
        for (var line : command) {
            if (lines.size() == 4 && !isWhole() && command.length > 5) {
                lines.add(Line.of(Role.FAINT, "  │ … +" + (command.length - 4)));
                break;
            }
            var shown = code.line(line);
            lines.add(
                    lines.isEmpty()
                            ? head.and(shown)
                            : Line.of(Role.FAINT, "  │ ").and(shown));
        }
        lines.set(0, lines.getFirst().and(outcome(run.progress())));
        lines.addAll(OutputLines.of(run.progress().output(), output));
        return lines;
    }

    /// How a command ended, behind its first line.
    private Line outcome(CommandProgress progress) {
        return switch (progress) {
            case CommandProgress.Exited(var code, var _, var millis) -> {
                var time = words.measured(millis);
                var line = code == 0
                        ? Line.EMPTY
                        : Line.of(Role.BAD, "  " + words.say(Text.TUI_EXIT, String.valueOf(code)));
                yield time.isEmpty() ? line : line.and(Role.FAINT, (code == 0 ? "  " : " · ") + time);
            }
            case CommandProgress.Outlived _ -> Line.of(Role.FAINT, "  " + words.say(Text.TUI_RUNS_ON));
            case CommandProgress.Unfinished(var state, var text, var _) ->
                Line.of(Role.WARNING, "  " + words.say(word(state))).and(Role.FAINT, reason(text));
            case CommandProgress.Running _ -> Line.EMPTY;
        };
    }

    private static Text word(CallState state) {
        return switch (state) {
            case DECLINED -> Text.TUI_DECLINED;
            case TIMEOUT -> Text.TUI_TIMED_OUT;
            case CANCELED -> Text.TUI_STOPPED;
            case UNKNOWN -> Text.TUI_OUTCOME_UNKNOWN;
            case RUNNING, SUCCESS, FAILED -> Text.TUI_FAILED_WORD;
        };
    }

    private static String reason(String text) {
        return text.isBlank() ? "" : " · " + text.strip().lines().findFirst().orElse("");
    }

    private List<Line> edit(ItemView.FileEdit edit) {
        var lines = new ArrayList<Line>();
        for (var change : edit.changes()) lines.addAll(change(change, edit.state(), edit.isMade()));
        if (!edit.isMade() && edit.state() != CallState.SUCCESS) {
            lines.add(Line.of(Role.WARNING, "  └ " + words.say(word(edit.state())))
                    .and(Role.FAINT, reason(edit.text())));
        }
        return lines;
    }

    private List<Line> change(FileChange change, CallState state, boolean made) {
        var rows = rows(change);
        var isDone = made || state == CallState.SUCCESS;
        var verb = !isDone
                ? Text.TUI_NOT_CHANGED
                : switch (change.kind()) {
                    case ADD -> Text.TUI_ADDED;
                    case UPDATE -> Text.TUI_EDITED;
                    case DELETE -> Text.TUI_DELETED;
                };
        var lines = new ArrayList<Line>();
        lines.add(head(made ? CallState.SUCCESS : state, verb)
                .and(path(change, folder))
                .and(counts(rows)));
        if (isDone)
            for (var line : DiffLines.of(rows, change.path(), diff))
                lines.add(Line.plain("  ").and(line));
        return lines;
    }

    /// The files of a change with all their lines, for a person who decides about it.
    public static List<Line> changes(List<FileChange> changes, String folder, int most) {
        var lines = new ArrayList<Line>();
        for (var change : changes) {
            lines.add(fileHead(change, folder));
            lines.addAll(DiffLines.of(rows(change), change.path(), most));
        }
        return lines;
    }

    static Line fileHead(FileChange change, String folder) {
        var sign = switch (change.kind()) {
            case ADD -> "A ";
            case UPDATE -> "M ";
            case DELETE -> "D ";
        };
        return Line.of(Role.ACCENT, sign).and(path(change, folder)).and(counts(rows(change)));
    }

    private static Line path(FileChange change, String folder) {
        var line = Line.of(Role.STRONG, Paths.below(change.path(), folder));
        return change.movedTo().isEmpty()
                ? line
                : line.and(Role.FAINT, " → ").and(Role.STRONG, Paths.below(change.movedTo(), folder));
    }

    private static Line counts(DiffRows rows) {
        return Line.of(Role.FAINT, " (")
                .and(Role.GOOD, "+" + rows.added())
                .and(" ")
                .and(Role.BAD, "−" + rows.removed())
                .and(Role.FAINT, ")");
    }

    /// What is new or gone may come as its text instead of a diff.
    static DiffRows rows(FileChange change) {
        var diff = change.diff();
        if (diff.startsWith("@@") || diff.contains("\n@@ ")) return DiffRows.parse(diff);
        return switch (change.kind()) {
            case ADD -> DiffRows.whole(diff, DiffRows.Kind.ADDED);
            case DELETE -> DiffRows.whole(diff, DiffRows.Kind.REMOVED);
            case UPDATE -> DiffRows.parse(diff);
        };
    }

    private List<Line> call(String name, String arguments, CallState state, String text) {
        var given = arguments.length() > MOST_ARGUMENTS && !isWhole()
                ? arguments.substring(0, MOST_ARGUMENTS) + "…"
                : arguments;
        var head = head(state, Text.TUI_CALLED).and(Role.CODE, name).and(Role.FAINT, " " + given);
        if (state != CallState.SUCCESS && state != CallState.RUNNING)
            head = head.and(Role.WARNING, "  " + words.say(word(state)));
        var lines = new ArrayList<>(List.of(head));
        lines.addAll(OutputLines.of(text, isWhole() ? output : 4));
        return lines;
    }

    private List<Line> review(ItemView.ReviewMark mark) {
        var isBegin = mark.kind() == ItemView.ReviewMark.Kind.ENTERED;
        var text = words.say(isBegin ? Text.TUI_REVIEW_BEGAN : Text.TUI_REVIEW_ENDED);
        return List.of(Line.of(Role.ACCENT, "• ").and(Role.STRONG, text));
    }

    private List<Line> agents(ItemView.AgentCall call) {
        var verb = switch (call.act()) {
            case SPAWN -> Text.TUI_AGENT_STARTED;
            case SEND -> Text.TUI_AGENT_SENT;
            case RESUME -> Text.TUI_AGENT_RESUMED;
            case WAIT -> Text.TUI_AGENT_WAITED;
            case CLOSE -> Text.TUI_AGENT_CLOSED;
        };
        var lines = new ArrayList<Line>();
        lines.add(head(call.state(), verb)
                .and(Role.FAINT, call.prompt().lines().findFirst().orElse("")));
        for (var agent : call.agents()) {
            lines.add(Line.of(Role.FAINT, "  └ " + agent.thread() + " · ")
                    .and(agent.standing().name().toLowerCase(Locale.ROOT))
                    .and(Role.FAINT, reason(agent.message())));
        }
        return lines;
    }

    /// The agent's list of things to do.
    public List<Line> plan(PlanView plan) {
        var lines = new ArrayList<Line>();
        var done = plan.steps().stream()
                .filter(step -> step.progress() == PlanStep.Progress.COMPLETED)
                .count();
        lines.add(Line.of(Role.ACCENT, "• ")
                .and(Role.STRONG, words.say(Text.TUI_PLAN))
                .and(Role.FAINT, " " + done + "/" + plan.steps().size()));
        if (!plan.explanation().isBlank())
            lines.add(Line.of(Role.FAINT, "  " + plan.explanation().strip()));
        for (var step : plan.steps()) {
            lines.add(
                    switch (step.progress()) {
                        case COMPLETED -> Line.of(Role.GOOD, "  ✔ ").and(Role.FAINT, step.step());
                        case IN_PROGRESS -> Line.of(Role.ACCENT, "  ▸ ").and(Role.STRONG, step.step());
                        case PENDING -> Line.of(Role.FAINT, "  ☐ ").and(step.step());
                    });
        }
        return lines;
    }

    private Line head(CallState state, Text verb) {
        return mark(state).and(Role.STRONG, words.say(verb)).and(" ");
    }

    private static Line mark(CallState state) {
        var role = switch (state) {
            case SUCCESS -> Role.GOOD;
            case RUNNING -> Role.ACCENT;
            case FAILED -> Role.BAD;
            case DECLINED, TIMEOUT, CANCELED, UNKNOWN -> Role.WARNING;
        };
        return Line.of(role, "• ");
    }
}
