package dev.pawl.codex;

import dev.pawl.json.Json;
import dev.pawl.status.Life;
import dev.pawl.status.LoggedSignal;
import dev.pawl.status.Phrase;
import dev.pawl.status.Signal;
import dev.pawl.status.Signal.Ending;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The one normaliser: an event in any of its spellings becomes a signal. What nobody knows is
/// neutral.
public final class CodexSignals {
    private static final Set<String> DONE =
            Set.of("done", "completed", "finished", "success", "idle", "stopped", "closed", "ended");

    private CodexSignals() {}

    /// Whether the name means anything here.
    public static boolean isKnown(EventLine line) {
        return EventKind.isKnown(line.name()) || line.name().equals("response");
    }

    public static LoggedSignal of(EventLine line) {
        return new LoggedSignal(line.seq(), line.at(), turn(line), signal(line));
    }

    private static String turn(EventLine line) {
        var direct = line.body().at("turn");
        if (direct instanceof Json.Str(var id)) return id;
        if (!direct.at("id").isNull()) return direct.text("id", "");
        return line.text("turn_id", "turnId");
    }

    private static Signal signal(EventLine line) {
        var id = line.callIds().isEmpty() ? "" : line.callIds().getFirst();
        return switch (EventKind.of(line.name())) {
            case TURN_BEGAN -> new Signal.TurnBegan();
            case TURN_COMPLETED -> completed(line);
            case TURN_FAILED -> new Signal.TurnEnded(Ending.FAILED, error(line), "", false);
            case TURN_ABORTED -> new Signal.TurnEnded(Ending.INTERRUPTED, line.text("reason"), "", false);
            case SPEAKING -> new Signal.Speaking();
            case SPOKE -> new Signal.Spoke();
            case THINKING -> thinking(line);
            case THOUGHT -> thought(line);
            case THINKING_BROKE -> new Signal.ThinkingBroke();
            case COMMAND_BEGUN -> new Signal.Begun(Life.COMMAND, id, line.words("command"));
            case COMMAND_OUTPUT -> new Signal.CommandOutput(id);
            case COMMAND_ENDED -> new Signal.Ended(Life.COMMAND, id);
            case TERMINAL ->
                new Signal.TerminalTouched(
                        id, line.words("command"), !line.text("stdin").isEmpty());
            case EDIT_BEGUN -> new Signal.Begun(Life.EDIT, id, ItemSignals.files(line.find("changes")));
            case EDIT_ENDED -> new Signal.Ended(Life.EDIT, id);
            case TOOL_BEGUN -> new Signal.Begun(Life.TOOL, id, ItemSignals.tool(line));
            case TOOL_ENDED -> new Signal.Ended(Life.TOOL, id);
            case COLLAB_BEGUN -> new Signal.Begun(Life.COLLAB, id, "");
            case COLLAB_ENDED -> new Signal.Ended(Life.COLLAB, id);
            case APPROVAL_ASKED -> asked(line, Life.APPROVAL);
            case INPUT_ASKED -> asked(line, Life.INPUT);
            case RESOLVED -> new Signal.Resolved(requestIds(line));
            case REVIEW ->
                line.text("status").equals("in_progress")
                        ? new Signal.Begun(Life.REVIEW, id, "")
                        : new Signal.Ended(Life.REVIEW, id);
            case REVIEW_BEGUN -> new Signal.Begun(Life.REVIEW, id, "");
            case REVIEW_ENDED -> new Signal.Ended(Life.REVIEW, id);
            case MCP_CHANGED -> mcp(line);
            case MCP_SETTLED -> new Signal.McpSettled();
            case BACKGROUND -> background(line);
            case STREAM_ERROR -> new Signal.Trouble(message(line), details(line), false);
            case ERROR ->
                new Signal.Trouble(message(line), details(line), !isTrue(line.find("willRetry", "will_retry")));
            case USER_SPOKE -> new Signal.UserSpoke();
            case STATUS_REPORTED -> reported(line);
            case ARCHIVED -> new Signal.Archived(true);
            case UNARCHIVED -> new Signal.Archived(false);
            case CLOSED -> new Signal.Closed();
            case ITEM_STARTED -> ItemSignals.started(line, id);
            case ITEM_UPDATED -> new Signal.Progress();
            case ITEM_COMPLETED -> ItemSignals.completed(line, id);
            case RESPONSE_ITEM -> ItemSignals.response(line);
            case PROGRESS -> new Signal.Progress();
            case NEUTRAL -> new Signal.Neutral();
        };
    }

    private static Signal completed(EventLine line) {
        var status = status(line).toLowerCase(Locale.ROOT);
        var error = error(line);
        var last = line.text("last_agent_message", "lastAgentMessage");
        if (status.equals("interrupted")) return new Signal.TurnEnded(Ending.INTERRUPTED, error, last, false);
        if (status.equals("failed") || (status.isEmpty() && !error.isEmpty())) {
            return new Signal.TurnEnded(Ending.FAILED, error, last, false);
        }
        var settled = status.equals("completed") || !last.isEmpty();
        return new Signal.TurnEnded(Ending.COMPLETED, "", last, settled);
    }

    private static String status(EventLine line) {
        var direct = line.body().at("status");
        return direct.isNull()
                ? line.body().at("turn").text("status", "")
                : direct.text().orElse("");
    }

    private static String error(EventLine line) {
        var error = line.find("error");
        return error.text().orElseGet(() -> error.text("message", ""));
    }

    private static String message(EventLine line) {
        return line.text("message", "text", "error");
    }

    private static String details(EventLine line) {
        return line.text("additional_details", "additionalDetails", "details");
    }

    private static Signal thinking(EventLine line) {
        var item = line.text("item_id", "itemId");
        return new Signal.Thinking(item, line.text("delta", "text"), false);
    }

    /// Whole texts have no delta; some stacks name a piece as they name the whole.
    private static Signal thought(EventLine line) {
        var piece = line.find("delta").text();
        return piece.isPresent()
                ? new Signal.Thinking(line.text("item_id", "itemId"), piece.get(), false)
                : new Signal.Thinking("", line.text("text", "summary", "content"), true);
    }

    private static Signal asked(EventLine line, Life life) {
        var what = line.words("command", "question", "reason", "message");
        if (what.isEmpty()) what = line.find("questions").at(0).text("question", "");
        if (what.isEmpty()) what = ItemSignals.files(line.find("changes", "fileChanges"));
        return new Signal.Asked(life, requestIds(line), what, Instant.MAX);
    }

    /// The request's own id first, then its call's.
    private static List<String> requestIds(EventLine line) {
        var ids = new ArrayList<String>();
        for (var name : new String[] {"req", "request_id", "requestId", "approval_id", "approvalId"}) {
            var id = line.text(name);
            if (!id.isEmpty() && !ids.contains(id)) ids.add(id);
        }
        for (var id : line.callIds()) if (!ids.contains(id)) ids.add(id);
        return ids;
    }

    private static Signal mcp(EventLine line) {
        var server = line.text("server", "name", "serverName");
        var status = line.find("status", "state");
        var word = status.text().orElseGet(() -> status.text("state", "starting"));
        var state = switch (word.toLowerCase(Locale.ROOT)) {
            case "starting" -> Signal.Startup.STARTING;
            case "failed", "cancelled", "canceled", "error" -> Signal.Startup.FAILED;
            case String _ -> Signal.Startup.READY;
        };
        return new Signal.McpChanged(server, state);
    }

    private static Signal background(EventLine line) {
        var done = isTrue(line.find("done"))
                || isFalse(line.find("active"))
                || DONE.contains(line.text("status").toLowerCase(Locale.ROOT));
        return new Signal.Background(Phrase.text(line.text("message", "label", "title")), details(line), done);
    }

    private static Signal reported(EventLine line) {
        var status = line.body().at("status");
        var word = status.text().orElseGet(() -> status.text("type", ""));
        var flags = line.find("flags", "activeFlags");
        var flagged = status.at("activeFlags") instanceof Json.Arr more ? more : flags;
        var names = flagged instanceof Json.Arr(var list)
                ? list.stream().map(flag -> flag.text().orElse("")).toList()
                : List.of(flagged.text().orElse("").split("[, ]+", -1));
        var asks = EnumSet.noneOf(Life.class);
        if (names.contains("waitingOnApproval")) asks.add(Life.APPROVAL);
        if (names.contains("waitingOnUserInput")) asks.add(Life.INPUT);
        return switch (word) {
            case "active" -> new Signal.StatusReported(Signal.Reported.ACTIVE, asks);
            case "systemError" -> new Signal.StatusReported(Signal.Reported.SYSTEM_ERROR, Set.of());
            case "idle", "notLoaded" -> new Signal.StatusReported(Signal.Reported.IDLE, Set.of());
            case String _ -> new Signal.Neutral();
        };
    }

    private static boolean isTrue(Json json) {
        return json instanceof Json.Bool(var value) && value;
    }

    private static boolean isFalse(Json json) {
        return json instanceof Json.Bool(var value) && !value;
    }
}
