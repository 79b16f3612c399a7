package dev.pawl.status;

import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.CardId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Pawl's own log as signals. One event may be several; they share its number, so they are told as
/// one.
public final class LogSignals {
    private LogSignals() {}

    /// The card without which the status cannot tell what the event means. Most cards are told by
    /// their type alone; reading each would make long threads slow.
    public static Optional<CardId> card(Event event) {
        return switch (event) {
            case Event.ItemRecorded(var card, var _, var type)
            when type.equals("tool_call") || type.equals("tool_result") || type.equals("reasoning") ->
                Optional.of(card);
            case Event.TurnDelivered(var card, var _, var _) -> Optional.of(card);
            default -> Optional.empty();
        };
    }

    /// The state after an event. A number that was seen changes nothing.
    public static ChatState after(ChatState state, LoggedEvent logged, Optional<Card> card) {
        if (logged.seq() <= state.marks().seq()) return state;
        var next = state;
        for (var signal : of(logged, card)) next = next.after(signal);
        return next;
    }

    /// The signals of an event; never empty. Only the last of them carries the number: it says that
    /// all are in.
    public static List<LoggedSignal> of(LoggedEvent logged, Optional<Card> card) {
        var signals = signals(logged.event(), card);
        // A turn that was dropped is over: what is told with it is not of it.
        var turn = logged.event() instanceof Event.TurnsDropped
                ? ""
                : logged.turn().value();
        var numbered = new ArrayList<LoggedSignal>(signals.size());
        for (int i = 0; i < signals.size(); i++) {
            long seq = i == signals.size() - 1 ? logged.seq() : 0;
            numbered.add(new LoggedSignal(seq, logged.at(), turn, signals.get(i)));
        }
        return numbered;
    }

    private static List<Signal> signals(Event event, Optional<Card> card) {
        return switch (event) {
            case Event.TurnDispatched _ ->
                List.of(
                        new Signal.TurnBegan(),
                        new Signal.UserSpoke(),
                        new Signal.Held(Waiting.Why.WORKER, "", "", Instant.MAX));
            case Event.TurnStarted _ -> List.of(new Signal.TurnBegan(), new Signal.Attended());
            case Event.ItemRecorded(var _, var _, var type) -> List.of(recorded(type, card));
            case Event.TurnSteered _ -> List.of(new Signal.UserSpoke());
            case Event.TurnSuspended(var calls, var resumeBy) ->
                calls.stream()
                        .<Signal>map(call -> new Signal.Held(Waiting.Why.TOOL, call.value(), "", resumeBy))
                        .toList();
            case Event.PersonAsked(var call, var what) ->
                List.of(new Signal.Asked(
                        what == Event.PersonAsked.Asked.APPROVAL ? Life.APPROVAL : Life.INPUT,
                        List.of(call.value()),
                        "",
                        Instant.MAX));
            case Event.CallAnswered(var call, var _) ->
                List.of(new Signal.Resolved(List.of(call.value())), new Signal.Released(call.value()));
            case Event.TurnResumed _ -> List.of(new Signal.Attended());
            case Event.TurnTakenOver _ -> List.of(new Signal.Attended(), new Signal.Progress());
            case Event.AnswerRetried(var attempt, var most, var reason) ->
                List.of(new Signal.Trouble("Reconnecting... " + attempt + "/" + most, reason, false));
            case Event.DiffChanged _, Event.BoxReplaced _ -> List.of(new Signal.Progress());
            case Event.TurnsDropped _ -> List.of(new Signal.StatusReported(Signal.Reported.IDLE, Set.of()));
            case Event.TurnQueued _, Event.TokensCounted _, Event.Warned _ -> List.of(new Signal.Neutral());
            case Event.ServerChanged(var server, var state, var _) ->
                List.of(new Signal.McpChanged(server, startup(state)));
            case Event.TurnDelivered(var _, var outcome, var _) -> List.of(delivered(card, outcome));
        };
    }

    private static Signal.Startup startup(Event.ServerChanged.State state) {
        return switch (state) {
            case STARTING -> Signal.Startup.STARTING;
            case READY -> Signal.Startup.READY;
            case FAILED -> Signal.Startup.FAILED;
        };
    }

    private static Signal recorded(String type, Optional<Card> card) {
        return switch (type) {
            case "tool_call", "tool_result", "reasoning" ->
                card.map(known -> of(known.item())).orElseGet(Signal.Progress::new);
            case "agent_message" -> new Signal.Spoke();
            case "user_message" -> new Signal.UserSpoke();
            case String _ -> new Signal.Progress();
        };
    }

    private static Signal of(Item item) {
        return switch (item) {
            case Item.ToolCall call -> new Signal.Begun(life(call), call.call().value(), label(call));
            case Item.ToolResult result -> new Signal.Answered(result.call().value());
            case Item.Reasoning(var summary, var _) -> new Signal.Thinking("", summary, true);
            case Item.AgentMessage _ -> new Signal.Spoke();
            case Item.UserMessage _ -> new Signal.UserSpoke();
            case Item.Briefing _,
                    Item.Decision _,
                    Item.Begun _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Summary _,
                    Item.Opaque _,
                    Item.Deliverable _ -> new Signal.Progress();
        };
    }

    private static Life life(Item.ToolCall call) {
        return switch (call.detail()) {
            case Detail.Command _, Detail.Ran _ -> Life.COMMAND;
            case Detail.Edits _ -> Life.EDIT;
            case Detail.Agents _ -> Life.COLLAB;
            case Detail.Nothing _, Detail.Plan _, Detail.Picture _, Detail.Mcp _ -> Life.TOOL;
        };
    }

    private static String label(Item.ToolCall call) {
        return switch (call.detail()) {
            case Detail.Command(var command, var _) -> command;
            case Detail.Ran ran -> ran.command();
            case Detail.Edits(var changes) ->
                changes.size() == 1 ? changes.getFirst().path() : "";
            case Detail.Mcp mcp -> mcp.server() + "." + mcp.tool();
            case Detail.Nothing _, Detail.Plan _, Detail.Picture _, Detail.Agents _ -> call.tool();
        };
    }

    private static Signal delivered(Optional<Card> card, Outcome outcome) {
        var text = "";
        var error = "";
        if (card.map(Card::item).orElse(null) instanceof Item.Deliverable end) {
            text = end.text();
            error = end.error();
        }
        var ending = switch (outcome) {
            case SUCCESS -> Signal.Ending.COMPLETED;
            case CANCELED -> Signal.Ending.INTERRUPTED;
            case FAILED, TIMEOUT -> Signal.Ending.FAILED;
        };
        return new Signal.TurnEnded(ending, error, text, ending == Signal.Ending.COMPLETED);
    }
}
