package dev.pawl.view;

import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import dev.pawl.status.ChatState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts changes together into a [ThreadView]. Used by one thread.
public final class ThreadViewBuilder {
    private final Map<TurnId, Turn> turns = new LinkedHashMap<>();
    private final Map<CallId, QuestionView> questions = new LinkedHashMap<>();
    private long seq;
    private PlanView plan = PlanView.NONE;
    private String diff = "";
    private TokensView tokens = TokensView.NONE;
    private ChatState status = ChatState.NEW;

    public ThreadViewBuilder() {}

    private static final class Turn {
        private final TurnId id;
        private final Instant since;
        private final Map<String, ItemView> items = new LinkedHashMap<>();
        private TurnView.@Nullable End end;

        Turn(TurnId id, Instant since) {
            this.id = id;
            this.since = since;
        }

        TurnView view() {
            return new TurnView(id, since, List.copyOf(items.values()), Optional.ofNullable(end));
        }
    }

    /// Applies what one event changed. The number is 0 for live words.
    public void apply(long number, List<ThreadChange> changes) {
        changes.forEach(this::apply);
        seq = Math.max(seq, number);
    }

    private void apply(ThreadChange change) {
        switch (change) {
            case ThreadChange.TurnBegan(var turn, var at) -> {
                turn(turn, at);
                plan = PlanView.NONE;
                diff = "";
            }
            case ThreadChange.ItemBegan(var turn, var item, var at) ->
                turn(turn, at).items.putIfAbsent(item.id(), item);
            case ThreadChange.ItemGrew(var turn, var item, var growth, var delta) ->
                known(turn)
                        .ifPresent(in -> in.items.computeIfPresent(item, (_, before) -> grown(before, growth, delta)));
            case ThreadChange.ItemUpdated(var turn, var item) ->
                known(turn).ifPresent(in -> in.items.put(item.id(), item));
            case ThreadChange.ItemCompleted(var turn, var item, var at) ->
                turn(turn, at).items.put(item.id(), item);
            case ThreadChange.PlanChanged(var _, var next) -> plan = next;
            case ThreadChange.DiffChanged(var _, var next) -> diff = next;
            case ThreadChange.TokensCounted(var _, var next) -> tokens = next;
            case ThreadChange.QuestionAsked(var question, var _) -> questions.put(question.call(), question);
            case ThreadChange.QuestionSettled(var question, var _) -> questions.remove(question.call());
            case ThreadChange.TurnsDropped(var dropped) -> dropped.forEach(turns::remove);
            case ThreadChange.StatusChanged(var next, var _) -> status = next;
            case ThreadChange.TurnEnded(var turn, var since, var at, var deliverable, var _) ->
                turn(turn, since).end = new TurnView.End(deliverable, at);
            case ThreadChange.TurnQueued _,
                    ThreadChange.Steered _,
                    ThreadChange.TakenOver _,
                    ThreadChange.Retrying _,
                    ThreadChange.ServerChanged _,
                    ThreadChange.Warned _,
                    ThreadChange.Compacted _,
                    ThreadChange.TurnFailed _ -> {}
        }
    }

    private Turn turn(TurnId id, Instant since) {
        return turns.computeIfAbsent(id, turn -> new Turn(turn, since));
    }

    private Optional<Turn> known(TurnId id) {
        return Optional.ofNullable(turns.get(id));
    }

    private static ItemView grown(ItemView item, ThreadChange.Growth growth, String delta) {
        return switch (item) {
            case ItemView.AgentText(var id, var text, var phase) -> new ItemView.AgentText(id, text + delta, phase);
            case ItemView.Thinking(var id, var summary) -> {
                var parted = growth instanceof ThreadChange.Growth.Summary(var part, var begins) && begins && part > 0;
                yield new ItemView.Thinking(id, summary + (parted ? "\n\n" : "") + delta);
            }
            case ItemView.CommandRun run
            when run.progress() instanceof CommandProgress.Running(var output) ->
                run.with(new CommandProgress.Running(output + delta));
            case ItemView other -> other;
        };
    }

    /// The turns as they stand, oldest first.
    public List<TurnView> turns() {
        return turns.values().stream().map(Turn::view).toList();
    }

    public ThreadView view() {
        return new ThreadView(seq, turns(), List.copyOf(questions.values()), plan, diff, tokens, status);
    }
}
