package dev.pawl.appserver;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Part;
import dev.pawl.cli.ReviewRequest;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What the cards of one turn look like to a client, card by card. Used by one thread.
final class TurnItems {
    private final Map<CallId, Item.ToolCall> open = new LinkedHashMap<>();
    private final Map<CallId, Outlived> outlived = new LinkedHashMap<>();
    private final Map<CallId, Instant> since = new HashMap<>();
    private boolean compacting;
    private String review = "";

    /// A command that goes on after its call was answered: its number, and what it printed so far.
    private record Outlived(String process, String output) {
        private static final String RUNS = "\nProcess running with session ID ";
        private static final String OUTPUT = "\nOutput:\n";

        /// Out of what the model is told, which says where the output begins.
        static Outlived of(String words) {
            var at = words.indexOf(OUTPUT);
            var number = words.indexOf(RUNS);
            if (at < 0 || number < 0 || number > at) return new Outlived("", "");
            var from = number + RUNS.length();
            return new Outlived(
                    words.substring(from, words.indexOf('\n', from)), words.substring(at + OUTPUT.length()));
        }

        Outlived and(Outlived more) {
            return new Outlived(process, output + more.output);
        }
    }

    /// What a card changes for those who watch.
    sealed interface Change {
        record Began(String id, Json.Obj item) implements Change {}

        record Completed(String id, Json.Obj item) implements Change {}

        record Planned(Detail.Plan plan) implements Change {}
    }

    /// The cards that follow repeat what was there, up to the summary.
    void compacting() {
        compacting = true;
    }

    List<Change> read(Card card) {
        var id = card.id().value();
        if (compacting && !(card.item() instanceof Item.Summary)) return List.of();
        return switch (card.item()) {
            case Item.UserMessage(var parts) -> said(card, parts);
            case Item.AgentMessage message -> completed(ItemJson.agentMessage(id, message.text(), message.phase()));
            case Item.Reasoning(var summary, var _) -> completed(ItemJson.reasoning(id, summary));
            case Item.ToolCall call -> began(call, card.at());
            case Item.ToolResult result -> answered(result);
            case Item.Summary _ -> {
                compacting = false;
                yield completed(ItemJson.compaction(id));
            }
            case Item.Opaque opaque ->
                ItemJson.opaque(id, opaque).map(TurnItems::completed).orElse(List.of());
            case Item.Briefing _,
                    Item.Decision _,
                    Item.Begun _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Deliverable _ -> List.of();
        };
    }

    private List<Change> said(Card card, List<Part> parts) {
        var message = ItemJson.userMessage(card.id().value(), parts);
        if (!card.author().equals(ReviewRequest.AUTHOR)) return completed(message);
        review = card.id().value();
        var began = ItemJson.review("enteredReviewMode", review + "-began", History.words(card));
        return Stream.of(completed(began), completed(message))
                .flatMap(List::stream)
                .toList();
    }

    /// What ends with the turn: calls whose end nobody saw, and a review, whose findings are its
    /// last words.
    List<Change> end(Item.Deliverable deliverable, Instant at) {
        var changes = new ArrayList<Change>();
        for (var call : open.values()) changes.addAll(leftOpen(call, deliverable.outcome(), at));
        open.clear();
        if (!review.isEmpty())
            changes.addAll(completed(ItemJson.review("exitedReviewMode", review + "-ended", deliverable.text())));
        return changes;
    }

    /// A command that outlived its call may go on after the turn: it has no exit code yet, but what
    /// it printed so far.
    private List<Change> leftOpen(Item.ToolCall call, Outcome outcome, Instant at) {
        var known = outlived.get(call.call());
        var answer = outcome == Outcome.SUCCESS && known != null ? Answer.SUCCESS : Answer.CANCELED;
        var words = call.detail() instanceof Detail.Command ? "" : "the turn ended before the call did";
        var result = new Item.ToolResult(call.call(), answer, AfterExecution.CONTINUE, words);
        return ItemJson.answered(call, result)
                .map(item -> known == null ? item : soFar(item, call.call(), known, at))
                .map(TurnItems::completed)
                .orElse(List.of());
    }

    private Json.Obj soFar(Json.Obj item, CallId call, Outlived known, Instant at) {
        var millis = Duration.between(since.getOrDefault(call, at), at).toMillis();
        return item.with("processId", ThreadJson.orNull(known.process()))
                .with("aggregatedOutput", known.output())
                .with("durationMs", Math.max(0, millis));
    }

    /// A command that outlived its call has ended, and nobody saw how.
    List<Change> lost(CallId id) {
        var call = open.remove(id);
        if (call == null) return List.of();
        var result = new Item.ToolResult(id, Answer.UNKNOWN, AfterExecution.CONTINUE, "");
        return ItemJson.answered(call, result).map(TurnItems::completed).orElse(List.of());
    }

    Optional<Item.ToolCall> call(CallId call) {
        return Optional.ofNullable(open.get(call));
    }

    private static List<Change> completed(Json.Obj item) {
        return List.of(new Change.Completed(item.text("id"), item));
    }

    private List<Change> began(Item.ToolCall call, Instant at) {
        open.put(call.call(), call);
        since.put(call.call(), at);
        return ItemJson.call(call)
                .<List<Change>>map(item -> List.of(new Change.Began(item.text("id"), item)))
                .orElse(List.of());
    }

    /// A later look at the same command.
    private void goesOn(Outlived more) {
        if (more.process().isEmpty()) return;
        outlived.replaceAll((_, known) -> known.process().equals(more.process()) ? known.and(more) : known);
    }

    private List<Change> answered(Item.ToolResult result) {
        var call = open.remove(result.call());
        if (call != null && call.isOutlivedAt(result)) {
            open.put(call.call(), call);
            outlived.put(call.call(), Outlived.of(result.output()));
            return List.of();
        }
        goesOn(Outlived.of(result.output()));
        if (result.detail() instanceof Detail.Ran ran && ran.startedBy().isPresent())
            call = open.remove(ran.startedBy().get());
        if (call == null) return List.of();
        if (result.detail() instanceof Detail.Plan plan) return List.of(new Change.Planned(plan));
        return ItemJson.answered(call, result).map(TurnItems::completed).orElse(List.of());
    }
}
