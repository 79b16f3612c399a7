package dev.pawl.campaign.flow;

import dev.pawl.card.Item;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.runner.FlowTurns;
import dev.pawl.runner.Spent;
import dev.pawl.workflow.Workflow;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The turns of a thread as the kernel keeps them: what was submitted stays, each letter once; a
/// turn that works ends by chance, a question when a person answers.
final class WalkTurns implements FlowTurns {
    private static final String PLAN = """
            # Walk
            ## Goal
            X
            ## Tasks
            - [ ] T-001 First | verify: unit
            - [ ] T-002 Second | deps: T-001 | verify: unit
            - [ ] T-003 Third | deps: - | verify: none
            """;
    private static final List<String> ANSWERS = List.of(
            "ok", "cancel", "make it shorter", "retry", "skip", "roll back", "abandon", "use a map", "accept", "no");

    private final Crashes crashes;
    private final Random random;
    private final Map<String, Turn> turns = new HashMap<>();
    private long ids;

    private static final class Turn {
        private final boolean asks;
        private Item.@Nullable Deliverable end;

        Turn(boolean asks) {
            this.asks = asks;
        }
    }

    WalkTurns(Crashes crashes, Random random) {
        this.crashes = crashes;
        this.random = random;
    }

    @Override
    public long lastEvent(ThreadId thread) {
        return turns.size();
    }

    @Override
    public TurnId submit(ThreadId thread, LetterId letter, long after, List<Item> request, String source) {
        crashes.here();
        if (turns.put(letter.value(), new Turn(source.equals(ASKS))) != null)
            throw new IllegalStateException("submitted twice: " + letter);
        crashes.here();
        return new TurnId(letter.value());
    }

    @Override
    public Optional<TurnId> find(ThreadId thread, LetterId letter, long after) {
        return turns.containsKey(letter.value()) ? Optional.of(new TurnId(letter.value())) : Optional.empty();
    }

    private Turn turn(TurnId id) {
        var turn = turns.get(id.value());
        if (turn == null) throw new IllegalStateException("no turn " + id);
        return turn;
    }

    @Override
    public Carried carry(ThreadId thread, TurnId id, Duration limit) {
        crashes.here();
        var turn = turn(id);
        if (turn.end != null) return Carried.OVER;
        if (turn.asks) return Carried.WAITS;
        turn.end = switch (random.nextInt(12)) {
            case 0 -> Item.Deliverable.failed("the agent failed");
            case 1 -> Item.Deliverable.success("CANNOT: it is impossible");
            case 2 -> Item.Deliverable.success("nothing that is a plan");
            default -> Item.Deliverable.success(PLAN);
        };
        crashes.here();
        return random.nextInt(20) == 0 ? Carried.TOO_LONG : Carried.OVER;
    }

    /// A person answers what is asked, if anything is.
    void answerAny() {
        for (var turn : turns.values()) {
            if (turn.asks && turn.end == null)
                turn.end = Item.Deliverable.success(ANSWERS.get(random.nextInt(ANSWERS.size())));
        }
    }

    @Override
    public boolean asksPerson(ThreadId thread) {
        return turns.values().stream().anyMatch(turn -> turn.asks && turn.end == null);
    }

    @Override
    public Item.Deliverable deliverable(ThreadId thread, TurnId id) {
        var end = turn(id).end;
        return end == null ? Item.Deliverable.stopped("not over") : end;
    }

    @Override
    public void answer(ThreadId thread, TurnId id, String words) {
        crashes.here();
        if (turn(id).end == null) turn(id).end = Item.Deliverable.success(words);
    }

    @Override
    public void stop(ThreadId thread, TurnId id, String reason) {
        crashes.here();
        if (turn(id).end == null) turn(id).end = Item.Deliverable.stopped(reason);
    }

    @Override
    public void limit(ThreadId thread, String sandbox, String approval) {
        crashes.here();
    }

    @Override
    public Spent spent(Workflow flow) {
        return Spent.NOTHING;
    }

    @Override
    public String fresh() {
        return "id-" + ids++;
    }
}
