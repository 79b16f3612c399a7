package dev.pawl.appserver;

import dev.pawl.card.Answer;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A thread's turns as they are written down: read from its log, up to a number.
final class History {
    private static final int PREVIEW = 200;
    private static final String IMPORTED = "codex";

    private final Gateway gateway;
    private final ThreadKeeping keeping;
    private final ChatThread thread;
    private final Map<TurnId, Told> turns = new LinkedHashMap<>();

    History(Gateway gateway, ThreadKeeping keeping, ChatThread thread) {
        this.gateway = gateway;
        this.keeping = keeping;
        this.thread = thread;
    }

    List<Json.Obj> turns() throws InterruptedException {
        return turns(gateway.lastEvent(thread.id()));
    }

    List<Json.Obj> turns(long upTo) throws InterruptedException {
        read(upTo);
        var all = new ArrayList<Json.Obj>();
        if (!thread.forkedFrom().isEmpty() || thread.source().equals(IMPORTED)) {
            inherited().forEach(told -> all.add(told.json()));
        }
        turns.values().forEach(told -> all.add(told.json()));
        return all;
    }

    /// Turns that were over before the thread began: their cards are here, their log is not.
    private Collection<Told> inherited() {
        var earlier = new LinkedHashMap<TurnId, Told>();
        for (var card : keeping.history(thread.id())) {
            var turn = card.origin().turn();
            if (turns.containsKey(turn)) continue;
            var told = earlier.computeIfAbsent(
                    turn, id -> new Told(id, thread.setup().cwd(), card.at()));
            if (card.item() instanceof Item.Deliverable end) told.end(end, card.at());
            else told.show(card);
        }
        for (var told : earlier.values()) told.close();
        return earlier.values();
    }

    /// The first words of the first request; empty when nothing was asked yet.
    String preview() {
        for (var card : keeping.history(thread.id())) {
            var text = words(card);
            if (!text.isEmpty()) return text.length() <= PREVIEW ? text : text.substring(0, PREVIEW);
        }
        return "";
    }

    static String words(Card card) {
        var text = new StringBuilder();
        if (card.item() instanceof Item.UserMessage(var parts)) {
            for (var part : parts) if (part instanceof Part.Text(var words)) text.append(words);
        }
        return text.toString();
    }

    private void read(long upTo) throws InterruptedException {
        var seq = 0L;
        while (seq < upTo) {
            var page = gateway.watch(thread.id(), seq, Duration.ZERO);
            if (page.isEmpty()) return;
            var cards = gateway.cards(page);
            for (var logged : page) {
                if (logged.seq() > upTo) return;
                read(logged, cards);
                seq = logged.seq();
            }
        }
    }

    private void read(LoggedEvent logged, Map<CardId, Card> cards) {
        switch (logged.event()) {
            case Event.TurnStarted _ -> turn(logged);
            case Event.ItemRecorded(var card, var _, var _) -> item(logged, cards.get(card));
            case Event.CallAnswered(var call, var answer) -> {
                if (answer == Answer.UNKNOWN) turn(logged).lose(call);
            }
            case Event.BoxReplaced _ -> turn(logged).items.compacting();
            case Event.TurnsDropped(var dropped, var _) -> dropped.forEach(turns::remove);
            case Event.TurnDelivered(var card, var _, var _) -> end(logged, cards.get(card));
            case Event.TurnQueued _,
                    Event.TurnDispatched _,
                    Event.TurnSteered _,
                    Event.TurnSuspended _,
                    Event.PersonAsked _,
                    Event.TurnResumed _,
                    Event.TurnTakenOver _,
                    Event.TokensCounted _,
                    Event.AnswerRetried _,
                    Event.DiffChanged _,
                    Event.ServerChanged _,
                    Event.Warned _ -> {}
        }
    }

    private Told turn(LoggedEvent logged) {
        return turns.computeIfAbsent(
                logged.turn(), id -> new Told(id, thread.setup().cwd(), logged.at()));
    }

    private void item(LoggedEvent logged, @Nullable Card card) {
        if (card == null || card.item() instanceof Item.Deliverable) return;
        turn(logged).show(card);
    }

    private void end(LoggedEvent logged, @Nullable Card card) {
        if (card != null && card.item() instanceof Item.Deliverable deliverable) {
            turn(logged).end(deliverable, logged.at());
        }
    }

    private static final class Told {
        private final TurnId id;
        private final String cwd;
        private final Instant since;
        private final TurnItems items = new TurnItems();
        private final Map<String, Json> shown = new LinkedHashMap<>();
        private Item.@Nullable Deliverable end;
        private Instant at;

        Told(TurnId id, String cwd, Instant since) {
            this.id = id;
            this.cwd = cwd;
            this.since = since;
            this.at = since;
        }

        void lose(CallId call) {
            show(items.lost(call));
        }

        void show(Card card) {
            var id = card.id().value();
            UserShell.shown(id, card.item(), cwd).ifPresent(item -> shown.put(id, item));
            show(items.read(card));
        }

        private void show(List<TurnItems.Change> changes) {
            for (var change : changes) {
                switch (change) {
                    case TurnItems.Change.Began(var item, var json) -> shown.put(item, json);
                    case TurnItems.Change.Completed(var item, var json) -> {
                        var silent = json.at("summary") instanceof Json.Arr(var parts) && parts.isEmpty();
                        if (!silent) shown.put(item, json);
                    }
                    case TurnItems.Change.Planned _ -> {}
                }
            }
        }

        /// It was over when it was inherited, whatever is left of it.
        void close() {
            if (end == null) end = Item.Deliverable.success("");
        }

        void end(Item.Deliverable deliverable, Instant time) {
            end = deliverable;
            at = time;
            show(items.end(deliverable, time));
        }

        Json.Obj json() {
            var open = TurnJson.open(id, Optional.of(since), List.copyOf(shown.values()), "full");
            return end == null ? open : TurnJson.over(open, end, since, at);
        }
    }
}
