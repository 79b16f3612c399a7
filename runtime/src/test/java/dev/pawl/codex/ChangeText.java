package dev.pawl.codex;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.status.View;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadChange.Growth;
import java.util.stream.Collectors;

/// Changes in short words, for files of cases.
final class ChangeText {
    private ChangeText() {}

    static String of(ThreadChange change) {
        return switch (change) {
            case ThreadChange.TurnQueued(var turn, var letter) -> "queued " + turn + " " + letter;
            case ThreadChange.TurnBegan(var turn, var _) -> "turn began " + turn;
            case ThreadChange.Steered(var turn, var letter) -> "steered " + turn + " " + letter;
            case ThreadChange.TakenOver(var turn, var reason, var count) ->
                "taken over " + turn + " " + reason + " " + count;
            case ThreadChange.ItemBegan(var _, var item, var _) -> "began " + of(item);
            case ThreadChange.ItemGrew(var _, var item, var growth, var delta) ->
                "grew " + item + " " + of(growth) + " '" + delta + "'";
            case ThreadChange.ItemUpdated(var _, var item) -> "updated " + of(item);
            case ThreadChange.ItemCompleted(var _, var item, var _) -> "completed " + of(item);
            case ThreadChange.PlanChanged(var _, var plan) ->
                "plan "
                        + plan.steps().stream()
                                .map(step -> step.step() + "=" + step.progress())
                                .collect(Collectors.joining(", "));
            case ThreadChange.DiffChanged(var _, var diff) -> "diff '" + diff + "'";
            case ThreadChange.TokensCounted(var _, var tokens) ->
                "tokens " + tokens.last().total() + " of " + tokens.total().total() + " window " + tokens.window();
            case ThreadChange.QuestionAsked(var question, var item) ->
                "asked " + question.id() + " '" + question.title() + "' takes " + question.choices()
                        + (question.takesWords() ? " words" : "")
                        + item.map(about -> " about " + about.id()).orElse("");
            case ThreadChange.QuestionSettled(var question, var outcome) -> "settled " + question.id() + " " + outcome;
            case ThreadChange.Retrying(var _, var attempt, var most, var reason) ->
                "retrying " + attempt + "/" + most + " " + reason;
            case ThreadChange.ServerChanged(var server, var state, var error) ->
                "server " + server + " " + state + " '" + error + "'";
            case ThreadChange.Warned(var message) -> "warned '" + message + "'";
            case ThreadChange.Compacted(var _, var box) -> "compacted " + box;
            case ThreadChange.TurnsDropped(var turns) -> "dropped " + turns;
            case ThreadChange.StatusChanged(var state, var at) -> "status " + of(state.derive(at));
            case ThreadChange.TurnFailed(var turn, var end) -> "failed " + turn + " '" + end.error() + "'";
            case ThreadChange.TurnEnded(var turn, var _, var _, var end, var last) ->
                "turn ended " + turn + " " + end.outcome()
                        + last.map(text -> " '" + text.text() + "'").orElse("");
        };
    }

    private static String of(View view) {
        var words = view.status() + " '" + view.header().english() + "'";
        var details = view.details().english();
        var waits = view.waits().stream()
                .map(wait -> wait.why() + (wait.id().isEmpty() ? "" : " " + wait.id()))
                .collect(Collectors.joining(", "));
        return words + (details.isEmpty() ? "" : " '" + details + "'") + (waits.isEmpty() ? "" : " waits " + waits);
    }

    private static String of(Growth growth) {
        return switch (growth) {
            case Growth.Text _ -> "text";
            case Growth.Summary(var part, var begins) -> "summary " + part + (begins ? " begins" : "");
            case Growth.Output _ -> "output";
            case Growth.Progress _ -> "progress";
        };
    }

    private static String of(ItemView item) {
        return switch (item) {
            case ItemView.UserText text -> "user " + text.id() + " by " + text.author() + " '" + text.text() + "'";
            case ItemView.AgentText(var id, var text, var phase) ->
                "agent " + id + " '" + text + "'" + (phase.isEmpty() ? "" : " " + phase);
            case ItemView.Thinking(var id, var summary) -> "thinking " + id + " '" + summary + "'";
            case ItemView.CommandRun run ->
                "command " + run.id() + " '" + run.plain() + "' by " + run.caller() + " " + of(run.progress());
            case ItemView.FileEdit edit ->
                "edit " + edit.id() + " "
                        + edit.changes().stream()
                                .map(change -> of(edit, change))
                                .toList()
                        + " " + edit.state() + (edit.isMade() ? " made" : " not made") + " '" + edit.text() + "'";
            case ItemView.McpCall call ->
                "mcp " + call.id() + " " + call.server() + "." + call.tool() + " " + call.state() + " result '"
                        + call.result() + "' '" + call.text() + "'";
            case ItemView.ToolUse use ->
                "tool " + use.id() + " " + use.tool() + " " + use.state() + " '" + use.text() + "'";
            case ItemView.Image image -> "image " + image.id() + " " + image.path() + " " + image.state();
            case ItemView.WebSearch search -> "search " + search.id();
            case ItemView.ReviewMark(var id, var kind, var text) -> "review " + id + " " + kind + " '" + text + "'";
            case ItemView.Compaction(var id, var summary) -> "compaction " + id + " '" + summary + "'";
            case ItemView.AgentCall call -> "agents " + call.id() + " " + call.act() + " " + call.state();
        };
    }

    private static String of(ItemView.FileEdit edit, FileChange change) {
        return change.kind() + " " + edit.plain(change.path());
    }

    private static String of(CommandProgress progress) {
        return switch (progress) {
            case CommandProgress.Running(var output) -> "RUNNING '" + output + "'";
            case CommandProgress.Exited(var code, var output, var _) -> "exit " + code + " '" + output + "'";
            case CommandProgress.Outlived(var process, var output, var millis, var state) ->
                "outlived as " + process + " " + state + " '" + output + "' after " + millis;
            case CommandProgress.Unfinished(var state, var text, var output) ->
                "unfinished " + state + " '" + text + "' printed '" + output + "'";
        };
    }
}
