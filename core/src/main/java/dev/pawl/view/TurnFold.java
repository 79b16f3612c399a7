package dev.pawl.view;

import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.event.Live;
import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import dev.pawl.view.ItemView.AgentText;
import dev.pawl.view.ItemView.ReviewMark;
import dev.pawl.view.ItemView.Thinking;
import dev.pawl.view.ItemView.UserText;
import dev.pawl.view.ThreadChange.Growth;
import dev.pawl.view.ThreadChange.ItemBegan;
import dev.pawl.view.ThreadChange.ItemCompleted;
import dev.pawl.view.ThreadChange.ItemGrew;
import dev.pawl.view.ThreadChange.ItemUpdated;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items of one turn: which have begun, which go on, which are complete. Used by one thread.
final class TurnFold {
    private static final String WEB_SEARCH = "web_search_call";
    private static final int COMPLETE = Integer.MAX_VALUE;

    private final TurnId id;
    private final Instant since;
    private final String cwd;
    private final Map<CallId, OpenCall> open = new LinkedHashMap<>();
    /// The last paragraph of each item that has begun, or [#COMPLETE].
    private final Map<String, Integer> begun = new HashMap<>();
    private boolean compacting;
    private String review = "";
    private @Nullable AgentText last;

    TurnFold(TurnId id, Instant since, String cwd) {
        this.id = id;
        this.since = since;
        this.cwd = cwd;
    }

    TurnId id() {
        return id;
    }

    Instant since() {
        return since;
    }

    Optional<AgentText> last() {
        return Optional.ofNullable(last);
    }

    /// The cards that follow repeat what was there, up to the summary.
    void compacting() {
        compacting = true;
    }

    void read(Card card, Instant at, List<ThreadChange> changes) {
        var name = card.id().value();
        if (compacting && !(card.item() instanceof Item.Summary)) return;
        switch (card.item()) {
            case Item.UserMessage(var parts) -> said(card, new UserText(name, parts, card.author()), at, changes);
            case Item.AgentMessage message ->
                complete(new AgentText(name, message.text(), message.phase()), at, changes);
            case Item.Reasoning(var summary, var _) -> {
                if (!summary.isEmpty() || hasBegun(name)) complete(new Thinking(name, summary), at, changes);
            }
            case Item.ToolCall call -> called(call, card, at, changes);
            case Item.ToolResult result -> returned(result, at, changes);
            case Item.Summary(var text) -> {
                compacting = false;
                complete(new ItemView.Compaction(name, text), at, changes);
            }
            case Item.Opaque(var kind, var json) -> {
                if (kind.equals(WEB_SEARCH)) complete(new ItemView.WebSearch(name, json), at, changes);
            }
            case Item.Briefing(var _, var text) ->
                UserCommand.read(name, text, cwd).ifPresent(command -> complete(command, at, changes));
            case Item.Decision _, Item.Begun _, Item.ResultFields _, Item.Compact _, Item.Deliverable _ -> {}
        }
    }

    private void said(Card card, UserText text, Instant at, List<ThreadChange> changes) {
        if (card.author().equals(ReviewMark.AUTHOR)) {
            review = text.id();
            complete(new ReviewMark(review + "-began", ReviewMark.Kind.ENTERED, text.text()), at, changes);
        }
        complete(text, at, changes);
    }

    private void called(Item.ToolCall call, Card card, Instant at, List<ThreadChange> changes) {
        var place = new OpenCall.Place(card.origin().agent().value(), cwd);
        var known = new OpenCall(call, place, card.at());
        open.put(call.call(), known);
        begin(known.running(at), at, changes);
    }

    private void returned(Item.ToolResult result, Instant at, List<ThreadChange> changes) {
        var call = open.get(result.call());
        if (call != null && call.isOutlivedAt(result)) {
            call.outlive(Outlived.of(result.output()));
            changes.add(new ItemUpdated(id, call.running(at)));
            return;
        }
        open.remove(result.call());
        goesOn(Outlived.of(result.output()), at, changes);
        if (call != null) {
            if (result.detail() instanceof Detail.Plan(var explanation, var steps))
                changes.add(new ThreadChange.PlanChanged(id, new PlanView(explanation, steps)));
            complete(call.ended(result), at, changes);
        }
        endOfAnother(result, at, changes);
    }

    /// The end of a command that outlived its call is the end of that call's item. One of an
    /// earlier turn was completed with that turn.
    private void endOfAnother(Item.ToolResult result, Instant at, List<ThreadChange> changes) {
        if (!(result.detail() instanceof Detail.Ran ran) || ran.startedBy().isEmpty()) return;
        var started = open.remove(ran.startedBy().get());
        if (started != null) complete(started.exited(ran), at, changes);
    }

    private void goesOn(Outlived more, Instant at, List<ThreadChange> changes) {
        for (var call : open.values()) {
            if (call.goesOnWith(more)) changes.add(new ItemUpdated(id, call.running(at)));
        }
    }

    /// A call that has begun and not ended.
    Optional<ItemView> call(CallId call, Instant at) {
        return Optional.ofNullable(open.get(call)).map(known -> known.running(at));
    }

    /// A command that outlived its call has ended, and its end was not seen.
    void lose(CallId call, Instant at, List<ThreadChange> changes) {
        var known = open.get(call);
        if (known == null || !known.isOutlived()) return;
        open.remove(call);
        complete(known.lost(), at, changes);
    }

    /// What ends with the turn: calls whose end was not seen, and a review, whose findings are the
    /// deliverable.
    void end(Item.Deliverable deliverable, Instant at, List<ThreadChange> changes) {
        for (var call : open.values()) complete(call.leftOpen(deliverable.outcome(), at), at, changes);
        open.clear();
        if (review.isEmpty()) return;
        complete(new ReviewMark(review + "-ended", ReviewMark.Kind.EXITED, deliverable.text()), at, changes);
    }

    /// Live words of an item that is not complete.
    void hear(Live live, Instant at, List<ThreadChange> changes) {
        switch (live) {
            case Live.ItemBegan(var card, var type, var phase) -> announce(card.value(), type, phase, at, changes);
            case Live.TextDelta(var card, var text) -> {
                if (isComplete(card.value())) return;
                announce(card.value(), "message", "", at, changes);
                changes.add(new ItemGrew(id, card.value(), new Growth.Text(), text));
            }
            case Live.ReasoningDelta(var card, var part, var text) -> {
                if (isComplete(card.value())) return;
                announce(card.value(), "reasoning", "", at, changes);
                var growth = new Growth.Summary(part, beginPart(card.value(), part));
                changes.add(new ItemGrew(id, card.value(), growth, text));
            }
            case Live.OutputDelta(var call, var text) -> printed(call, text, changes);
        }
    }

    private void printed(CallId call, String text, List<ThreadChange> changes) {
        var known = open.get(call);
        if (known == null) return;
        if (known.isMcp()) {
            changes.add(new ItemGrew(id, call.value(), new Growth.Progress(), text.strip()));
            return;
        }
        known.hear(text);
        changes.add(new ItemGrew(id, call.value(), new Growth.Output(), text));
    }

    private void announce(String item, String type, String phase, Instant at, List<ThreadChange> changes) {
        if (hasBegun(item)) return;
        if (type.equals("message")) begin(new AgentText(item, "", phase), at, changes);
        else if (type.equals("reasoning")) begin(new Thinking(item, ""), at, changes);
    }

    private void begin(ItemView item, Instant at, List<ThreadChange> changes) {
        if (begun.putIfAbsent(item.id(), -1) == null) changes.add(new ItemBegan(id, item, at));
    }

    private void complete(ItemView item, Instant at, List<ThreadChange> changes) {
        var first = item instanceof AgentText(var name, var _, var phase) ? new AgentText(name, "", phase) : item;
        begin(first, at, changes);
        begun.put(item.id(), COMPLETE);
        if (item instanceof AgentText text) last = text;
        changes.add(new ItemCompleted(id, item, at));
    }

    /// Whether this paragraph is the first of its number.
    private boolean beginPart(String item, int part) {
        if (begun.getOrDefault(item, -1) >= part) return false;
        begun.put(item, part);
        return true;
    }

    private boolean hasBegun(String item) {
        return begun.containsKey(item);
    }

    private boolean isComplete(String item) {
        return begun.getOrDefault(item, -1) == COMPLETE;
    }
}
