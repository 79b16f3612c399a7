package dev.pawl.api;

import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.status.Waiting;
import dev.pawl.store.StoreReports;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `pawl/turn/inspect`: why a turn did what it did. Its letters, who ran it when, its cards, what
/// it waits for, and who caused it.
record InspectMethod(ApiHost host) {
    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/turn/inspect", this::inspect);
    }

    private Json inspect(ApiParams params) {
        var thread = StatusMethods.thread(host, params.only("threadId", "turnId"));
        var turn = params.turn("turnId");
        var reports = host.reports();
        var letters = reports.letters(thread.id(), turn);
        var events = reports.events(thread.id(), turn);
        if (letters.isEmpty() && events.isEmpty()) throw ApiError.of("turnId", "the thread has no turn " + turn);
        return Json.object()
                .with("turn", turn.value())
                .with(
                        "letters",
                        Json.array(letters.stream().map(InspectMethod::letter).toList()))
                .with("epochs", Json.array(epochs(events)))
                .with(
                        "events",
                        Json.array(events.stream().map(InspectMethod::event).toList()))
                .with(
                        "cards",
                        Json.array(reports.cards(thread.id(), turn).stream()
                                .map(InspectMethod::card)
                                .toList()))
                .with("waits", Json.array(waits(thread.id(), turn)))
                .with(
                        "edges",
                        Json.array(reports.edges(thread.id(), turn).stream()
                                .map(InspectMethod::edge)
                                .toList()));
    }

    private static Json letter(StoreReports.LetterLine line) {
        return Json.object()
                .with("id", line.id())
                .with("kind", line.kind())
                .with("state", line.state())
                .with("at", line.createdAt().toEpochMilli())
                .with("changedAt", line.updatedAt().toEpochMilli())
                .with("epoch", line.epoch())
                .with("call", line.call())
                .with("detail", line.claimedBy());
    }

    /// An epoch is the time in which one holder of the gate could write.
    private static List<Json> epochs(List<LoggedEvent> events) {
        var epochs = new ArrayList<Json>();
        for (var i = 0; i < events.size(); ) {
            var first = events.get(i);
            var last = first;
            for (; i < events.size() && events.get(i).epoch().equals(first.epoch()); i++) last = events.get(i);
            epochs.add(Json.object()
                    .with("epoch", first.epoch().value())
                    .with("from", first.at().toEpochMilli())
                    .with("to", last.at().toEpochMilli())
                    .with("began", name(first.event()))
                    .with("ended", name(last.event())));
        }
        return epochs;
    }

    private static Json event(LoggedEvent logged) {
        return Json.object()
                .with("seq", logged.seq())
                .with("at", logged.at().toEpochMilli())
                .with("epoch", logged.epoch().value())
                .with("event", name(logged.event()))
                .with("detail", detail(logged.event()));
    }

    private static String name(Event event) {
        var name = event.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_");
        return name.toLowerCase(Locale.ROOT);
    }

    private static String detail(Event event) {
        return switch (event) {
            case Event.TurnTakenOver(var reason, var takeovers) -> reason + " (" + takeovers + ")";
            case Event.TurnSuspended(var calls, var until) -> calls + " until " + until;
            case Event.PersonAsked(var call, var what) -> what.name().toLowerCase(Locale.ROOT) + " " + call;
            case Event.CallAnswered(var call, var outcome) -> outcome.name().toLowerCase(Locale.ROOT) + " " + call;
            case Event.AnswerRetried(var attempt, var most, var reason) -> attempt + "/" + most + ": " + reason;
            case Event.ServerChanged(var server, var state, var error) ->
                server + " " + state.name().toLowerCase(Locale.ROOT) + (error.isEmpty() ? "" : ": " + error);
            case Event.Warned(var message) -> message;
            case Event.TurnDelivered(var _, var outcome, var _) ->
                outcome.name().toLowerCase(Locale.ROOT);
            default -> "";
        };
    }

    private static Json card(StoreReports.CardLine line) {
        return Json.object()
                .with("id", line.id())
                .with("kind", line.type())
                .with("at", line.at().toEpochMilli())
                .with("epoch", line.epoch())
                .with("step", line.step())
                .with("call", line.call())
                .with("bytes", line.bytes())
                .with("detail", line.call().isEmpty() ? line.type() : line.type() + " " + line.call());
    }

    /// Of the turn under way; others wait for nothing.
    private List<Json> waits(ThreadId thread, TurnId turn) {
        if (!host.gateway().activeTurn(thread).map(turn::equals).orElse(false)) return List.of();
        var now = host.now();
        var view = host.statuses().standing(thread, false, now).state().derive(now);
        return view.waits().stream().<Json>map(InspectMethod::wait).toList();
    }

    private static Json wait(Waiting wait) {
        return Json.object()
                .with("why", wait.why().name().toLowerCase(Locale.ROOT))
                .with("call", wait.id())
                .with("detail", wait.detail())
                .with("since", StatusJson.time(wait.since()))
                .with("until", StatusJson.time(wait.until()));
    }

    private static Json edge(StoreReports.EdgeLine line) {
        return Json.object()
                .with("at", line.at().toEpochMilli())
                .with("from", line.source())
                .with("to", line.target())
                .with("trigger", line.primitive() + " " + line.phase())
                .with("call", line.call())
                .with("depth", line.depth());
    }
}
