package dev.pawl.appserver;

import dev.pawl.card.Answer;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.Asked;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tells what happens in one thread, in Codex's words and order. Used by one thread at a time.
///
/// Two sources come together here: the log, which is all there is to know, and live words, which
/// are told only for an item that the log has not completed.
final class Narrator {
    private final ThreadId thread;
    private final Voice voice;
    private final Map<CallId, Asking> asked = new LinkedHashMap<>();
    private @Nullable OpenTurn open;
    private @Nullable TurnId last;
    private boolean failed;
    private ThreadStatus status;

    /// Who is told, and where the rest can be looked up.
    interface Voice {
        void say(String method, Json params);

        void ask(Asking asking);

        List<Asked> questions();

        /// The turn is over and written down whole.
        void over(TurnId turn, List<Card> cards);
    }

    Narrator(ThreadId thread, Voice voice) {
        this.thread = thread;
        this.voice = voice;
        this.status = derive();
    }

    ThreadStatus status() {
        return status;
    }

    Collection<Asking> asked() {
        return asked.values();
    }

    Optional<TurnId> turn() {
        return Optional.ofNullable(open).map(turn -> turn.id);
    }

    /// Whether words of this turn can be told; the log may know more.
    boolean isOpen(TurnId turn) {
        return open != null && open.id.equals(turn);
    }

    /// Whether the turn's end was told: what is heard of it now is too late.
    boolean isOver(TurnId turn) {
        return turn.equals(last);
    }

    void tell(LoggedEvent logged, Optional<Card> card) {
        var turn = logged.turn();
        switch (logged.event()) {
            case Event.TurnStarted _ -> begin(turn, logged.at());
            case Event.ItemRecorded _ -> card.ifPresent(found -> tell(logged, found));
            case Event.PersonAsked(var call, var _) -> ask(call);
            case Event.CallAnswered(var call, var answer) -> {
                resolve(call);
                if (answer == Answer.UNKNOWN)
                    at(turn).ifPresent(open -> tell(open, open.items.lost(call), logged.at()));
            }
            case Event.BoxReplaced _ -> at(turn).ifPresent(open -> open.items.compacting());
            case Event.TokensCounted(var latest, var total, var window) ->
                voice.say("thread/tokenUsage/updated", of(turn).with("tokenUsage", usage(latest, total, window)));
            case Event.AnswerRetried(var attempt, var most, var reason) ->
                error(turn, TurnJson.retried(attempt, most, reason), true);
            case Event.DiffChanged(var diff) -> voice.say("turn/diff/updated", of(turn).with("diff", diff));
            case Event.ServerChanged(var server, var state, var error) ->
                voice.say("mcpServer/startupStatus/updated", server(server, state, error));
            case Event.Warned(var message) ->
                voice.say(
                        "warning",
                        Json.object().with("threadId", thread.value()).with("message", message));
            case Event.TurnsDropped _ -> {
                failed = false;
                show();
                voice.say("thread/reverted", ofThread());
            }
            case Event.TurnDelivered(var _, var _, var _) -> end(turn, logged.at(), card);
            case Event.TurnQueued _,
                    Event.TurnDispatched _,
                    Event.TurnSteered _,
                    Event.TurnSuspended _,
                    Event.TurnResumed _,
                    Event.TurnTakenOver _ -> {}
        }
    }

    private Json.Obj server(String name, Event.ServerChanged.State state, String error) {
        return Json.object()
                .with("threadId", thread.value())
                .with("name", name)
                .with("status", state.name().toLowerCase(Locale.ROOT))
                .with("error", error.isEmpty() ? new Json.Null() : Json.of(error))
                .with("failureReason", new Json.Null());
    }

    private Optional<OpenTurn> at(TurnId turn) {
        return Optional.ofNullable(open).filter(known -> known.id.equals(turn));
    }

    private void begin(TurnId turn, Instant at) {
        open = new OpenTurn(turn, at);
        failed = false;
        show();
        var json = TurnJson.open(turn, Optional.of(at), List.of(), "notLoaded");
        voice.say("turn/started", ofThread().with("turn", json));
    }

    private void tell(LoggedEvent logged, Card card) {
        var turn = at(logged.turn());
        if (turn.isEmpty()) return;
        turn.get().cards.add(card);
        tell(turn.get(), turn.get().items.read(card), logged.at());
    }

    private void tell(OpenTurn turn, List<TurnItems.Change> changes, Instant at) {
        for (var change : changes) {
            switch (change) {
                case TurnItems.Change.Began(var id, var item) -> began(turn, id, item, at);
                case TurnItems.Change.Completed(var id, var item) -> completed(turn, id, item, at);
                case TurnItems.Change.Planned(var plan) -> voice.say("turn/plan/updated", plan(turn.id, plan));
            }
        }
    }

    private void began(OpenTurn turn, String id, Json.Obj item, Instant at) {
        if (!turn.begin(id)) return;
        voice.say(
                "item/started",
                Json.object()
                        .with("item", item)
                        .with("threadId", thread.value())
                        .with("turnId", turn.id.value())
                        .with("startedAtMs", at.toEpochMilli()));
    }

    private void completed(OpenTurn turn, String id, Json.Obj told, Instant at) {
        var item = turn.withOutput(id, told);
        var silent = item.at("summary") instanceof Json.Arr(var parts) && parts.isEmpty() && !turn.hasBegun(id);
        if (silent) return;
        began(turn, id, turn.hasBegun(id) ? item : unfinished(item), at);
        turn.complete(id);
        if (item.text("type").equals("agentMessage")) turn.words = item;
        voice.say(
                "item/completed",
                Json.object()
                        .with("item", item)
                        .with("threadId", thread.value())
                        .with("turnId", turn.id.value())
                        .with("completedAtMs", at.toEpochMilli()));
    }

    private static Json.Obj unfinished(Json.Obj item) {
        return item.text("type").equals("agentMessage") ? item.with("text", "") : item;
    }

    /// A live word; the caller has read the log as far as the word's turn needs it.
    void hear(Words.Word word, Instant now) {
        if (!isOpen(word.turn)) return;
        var turn = open;
        if (turn == null || turn.isComplete(word.item)) return;
        switch (word.first) {
            case Live.ItemBegan(var _, var type, var phase) -> announce(turn, word.item, type, phase, now);
            case Live.TextDelta _ -> {
                announce(turn, word.item, "message", "", now);
                voice.say("item/agentMessage/delta", delta(turn, word));
            }
            case Live.ReasoningDelta(var _, var part, var _) -> {
                announce(turn, word.item, "reasoning", "", now);
                if (turn.beginPart(word.item, part)) {
                    var added = of(turn.id).with("itemId", word.item).with("summaryIndex", part);
                    voice.say("item/reasoning/summaryPartAdded", added);
                }
                voice.say("item/reasoning/summaryTextDelta", delta(turn, word).with("summaryIndex", part));
            }
            case Live.OutputDelta _ -> {
                if (!turn.hasBegun(word.item)) return;
                if (turn.isRemote(word.item)) {
                    var words = delta(turn, word).text("delta", "").strip();
                    voice.say(
                            "item/mcpToolCall/progress",
                            of(turn.id).with("itemId", word.item).with("message", words));
                } else {
                    turn.printed(word.item, word.text);
                    voice.say("item/commandExecution/outputDelta", delta(turn, word));
                }
            }
        }
    }

    private void announce(OpenTurn turn, String id, String type, String phase, Instant now) {
        if (turn.hasBegun(id)) return;
        if (type.equals("message")) began(turn, id, ItemJson.agentMessage(id, "", phase), now);
        else if (type.equals("reasoning")) began(turn, id, ItemJson.reasoning(id, ""), now);
    }

    private Json.Obj delta(OpenTurn turn, Words.Word word) {
        return of(turn.id).with("itemId", word.item).with("delta", word.text.toString());
    }

    private void ask(CallId call) {
        for (var question : voice.questions()) {
            if (!question.call().equals(call)) continue;
            var asking = new Asking(question, Optional.ofNullable(open).flatMap(turn -> turn.items.call(call)));
            asked.put(call, asking);
            show();
            voice.ask(asking);
        }
    }

    private void resolve(CallId call) {
        var asking = asked.remove(call);
        if (asking == null) return;
        voice.say("serverRequest/resolved", ofThread().with("requestId", asking.id()));
        show();
    }

    /// The last thing told of a turn.
    private void end(TurnId turn, Instant at, Optional<Card> card) {
        var end = card.map(Card::item)
                .filter(Item.Deliverable.class::isInstance)
                .map(Item.Deliverable.class::cast)
                .orElse(Item.Deliverable.failed("the end of the turn cannot be read"));
        if (TurnJson.isFailure(end.outcome())) error(turn, TurnJson.error(end), false);
        var ended = at(turn);
        if (ended.isPresent()) {
            tell(ended.get(), ended.get().items.end(end, at), at);
            for (var call : List.copyOf(asked.keySet())) resolve(call);
            open = null;
            last = turn;
            failed = end.outcome() == Outcome.FAILED;
            voice.over(turn, ended.get().cards);
            show();
        }
        var since = ended.map(known -> known.since).orElse(at);
        var items = ended.flatMap(known -> Optional.ofNullable(known.words)).stream()
                .toList();
        var json = TurnJson.open(turn, Optional.of(since), items, "summary");
        voice.say("turn/completed", ofThread().with("turn", TurnJson.over(json, end, since, at)));
    }

    private void error(TurnId turn, Json.Obj error, boolean willRetry) {
        voice.say("error", of(turn).with("error", error).with("willRetry", Json.of(willRetry)));
    }

    private void show() {
        var next = derive();
        if (next.equals(status)) return;
        status = next;
        voice.say("thread/status/changed", ofThread().with("status", next.json()));
    }

    private ThreadStatus derive() {
        var inputs = (int) asked.values().stream().filter(Asking::isForWords).count();
        return new ThreadStatus(true, open != null, asked.size() - inputs, inputs, failed);
    }

    private Json.Obj ofThread() {
        return Json.object().with("threadId", thread.value());
    }

    private Json.Obj of(TurnId turn) {
        return ofThread().with("turnId", turn.value());
    }

    private Json plan(TurnId turn, Detail.Plan plan) {
        var steps = plan.steps().stream()
                .map(step -> Json.object().with("step", step.step()).with("status", progress(step.progress())))
                .toList();
        return of(turn).with("explanation", ThreadJson.orNull(plan.explanation()))
                .with("plan", Json.array(steps));
    }

    private static String progress(Detail.PlanStep.Progress progress) {
        return progress == Detail.PlanStep.Progress.IN_PROGRESS
                ? "inProgress"
                : progress.name().toLowerCase(Locale.ROOT);
    }

    private static Json usage(Usage last, Usage total, long window) {
        return Json.object()
                .with("total", usage(total))
                .with("last", usage(last))
                .with("modelContextWindow", window > 0 ? Json.of(window) : ItemJson.NULL);
    }

    private static Json usage(Usage usage) {
        return Json.object()
                .with("totalTokens", usage.total())
                .with("inputTokens", usage.input())
                .with("cachedInputTokens", usage.cachedInput())
                .with("cacheWriteInputTokens", usage.cacheWrite())
                .with("outputTokens", usage.output())
                .with("reasoningOutputTokens", usage.reasoning());
    }

    /// The turn under way, as far as it was told.
    private static final class OpenTurn {
        private final TurnId id;
        private final Instant since;
        private final TurnItems items = new TurnItems();
        private final List<Card> cards = new ArrayList<>();
        private final Map<String, Integer> begun = new LinkedHashMap<>();
        private final Map<String, StringBuilder> outputs = new HashMap<>();
        private Json.@Nullable Obj words;

        OpenTurn(TurnId id, Instant since) {
            this.id = id;
            this.since = since;
        }

        private static final int COMPLETE = Integer.MAX_VALUE;
        private static final int MOST_OUTPUT = 1024 * 1024;

        boolean begin(String item) {
            return begun.putIfAbsent(item, -1) == null;
        }

        /// Whether this paragraph is the first of its number.
        boolean beginPart(String item, int part) {
            if (begun.getOrDefault(item, -1) >= part) return false;
            begun.put(item, part);
            return true;
        }

        void printed(String item, CharSequence words) {
            var output = outputs.computeIfAbsent(item, _ -> new StringBuilder());
            if (output.length() < MOST_OUTPUT) output.append(words);
        }

        /// A command whose end was not seen has printed what was heard of it.
        Json.Obj withOutput(String id, Json.Obj item) {
            var output = outputs.get(id);
            var cut = item.text("type").equals("commandExecution")
                    && item.at("exitCode").isNull();
            return cut && output != null ? item.with("aggregatedOutput", output.toString()) : item;
        }

        void complete(String item) {
            outputs.remove(item);
            begun.put(item, COMPLETE);
        }

        boolean isRemote(String item) {
            return cards.stream()
                    .anyMatch(card -> card.item() instanceof Item.ToolCall call
                            && call.call().value().equals(item)
                            && call.detail() instanceof Detail.Mcp);
        }

        boolean hasBegun(String item) {
            return begun.containsKey(item);
        }

        boolean isComplete(String item) {
            return begun.getOrDefault(item, -1) == COMPLETE;
        }
    }
}
