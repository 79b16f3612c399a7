package dev.pawl.worker.turn;

import dev.pawl.agent.Compaction;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompts;
import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The agent's step: shorten the history when it must be, ask the model, do what it asks for, and
/// ask again from what is written down when its answer breaks off.
final class StepRun implements Steps {
    private static final int MOST_SENT_BACK = 5;
    private static final Duration LONG = Duration.ofSeconds(10);
    /// A rate limit that is over sooner is waited for in the worker.
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(20);

    private static final Duration LONGEST_PAUSE = Duration.ofDays(7);
    private static final String PAUSE = "rate_limit.";
    /// Calls that are run again belong to no step of this worker's.
    private static final StepId MENDED = new StepId("mended");

    private final Agent agent;
    private final Meter meter;
    private final Suspension suspension = new Suspension();
    /// What the last step read: all that was asked for is in it.
    private List<Card> seen = List.of();
    private int sentBack;
    /// Commands that ended with an earlier worker, until that is written down.
    private List<Agent.Tools.Lost> lost = List.of();

    StepRun(Agent agent, Meter meter) {
        this.agent = agent;
        this.meter = meter;
    }

    @Override
    public Move next(Journal journal) throws InterruptedException {
        if (isUnwanted(journal)) {
            var reason = "the turn that called this agent is over";
            return new Move.End(Entry.empty(journal.ids().step()), Item.Deliverable.stopped(reason));
        }
        agent.tools().expect(required(journal));
        var held = new HeldCalls(agent, journal, suspension).settle();
        if (held.isPresent()) return held.get();
        tellLost(journal);
        seen = journal.history();
        var bound = new BoundCheck(agent.spending(), meter, journal).check(suspension);
        if (bound.isPresent()) return bound.get();
        if (Compaction.isAskedFor(journal.history(), journal.gate().turn())) return compact(journal);
        if (Compaction.isDue(
                meter.last(),
                sinceTheModelSpoke(journal.history()),
                agent.setup().compactAt())) {
            new CompactionRun(agent, meter).run(journal);
        }
        for (var attempt = 1; ; attempt++) {
            var step = journal.ids().step();
            try {
                return endOrGoOn(journal, new ResponseRun(agent, meter, journal, step, suspension).run());
            } catch (ModelFailure failure) {
                if (isPaused(failure)) return pause(journal, step, attempt, failure);
                if (!agent.backoff().allows(attempt, failure)) return giveUp(step, failure);
                journal.write(Entry.empty(step).telling(retry(attempt, failure)));
                Pause.of(agent.backoff().before(attempt, failure));
                // What broke off may have asked for something first.
                if (!journal.openCalls().isEmpty()) return new Move.GoOn();
            }
        }
    }

    /// Whether only a call wanted this turn's deliverable, and that call's turn is over.
    private static boolean isUnwanted(Journal journal) {
        return journal.hold().turn().lineage().caller() instanceof Lineage.Caller.Spawner spawner
                && spawner.collects()
                && journal.tx()
                        .ledger()
                        .turn(spawner.turn())
                        .filter(turn -> turn.ending() instanceof Turn.Ending.Open)
                        .isEmpty();
    }

    /// The newest list of fields that the turn must hand in.
    private static List<Field> required(Journal journal) {
        return journal.history().reversed().stream()
                .filter(card -> card.origin().turn().equals(journal.gate().turn()))
                .map(Card::item)
                .filter(Item.ResultFields.class::isInstance)
                .findFirst()
                .map(item -> ((Item.ResultFields) item).required())
                .orElse(List.of());
    }

    /// A server that says when it can be asked again is not waited for in a worker.
    private static boolean isPaused(ModelFailure failure) {
        var wait = failure.retryAfter();
        return failure.kind() == ModelFailure.Kind.RATE_LIMIT
                && wait.compareTo(SHORTEST_PAUSE) >= 0
                && wait.compareTo(LONGEST_PAUSE) <= 0;
    }

    private Move pause(Journal journal, StepId step, int attempt, ModelFailure failure) {
        journal.write(Entry.empty(step).telling(retry(attempt, failure)));
        // What broke off may have asked for something first.
        if (!journal.openCalls().isEmpty()) return new Move.GoOn();
        var earlier = journal.answers().keySet().stream()
                .filter(call -> call.value().startsWith(PAUSE))
                .count();
        suspension.add(new Wait.Need(
                new CallId(PAUSE + (earlier + 1)),
                "model",
                Wait.Reason.RATE_LIMIT,
                String.valueOf(failure.getMessage()),
                Wait.CLOCK,
                failure.retryAfter()));
        return suspension.take(journal);
    }

    /// A turn that would end may be told to go on, a few times.
    private Move endOrGoOn(Journal journal, Move move) throws InterruptedException {
        if (!(move instanceof Move.End(var entry, var deliverable))
                || deliverable.outcome() != Outcome.SUCCESS
                || sentBack >= MOST_SENT_BACK) return move;
        var why = agent.tools().mayNotEnd(deliverable, sentBack > 0);
        if (why.isEmpty()) return move;
        sentBack++;
        journal.write(entry);
        journal.write(
                journal.entry(journal.ids().step(), "hook", new Item.Briefing(Item.Briefing.Role.USER, why.get())));
        return new Move.GoOn();
    }

    @Override
    public void delivered(Item.Deliverable deliverable) throws InterruptedException {
        agent.tools().ended(seen, deliverable);
    }

    private Move compact(Journal journal) throws InterruptedException {
        var step = journal.ids().step();
        try {
            new CompactionRun(agent, meter).runAsked(journal);
            return new Move.End(Entry.empty(step), Item.Deliverable.success(""));
        } catch (ModelFailure failure) {
            return giveUp(step, failure);
        }
    }

    private Event retry(int attempt, ModelFailure failure) {
        var wait = agent.backoff().before(attempt, failure);
        var when = wait.compareTo(LONG) < 0 ? "" : "; next try in " + words(wait);
        return new Event.AnswerRetried(attempt, agent.backoff().most(), failure.getMessage() + when);
    }

    private static String words(Duration time) {
        if (time.toHours() > 0) return time.toHours() + " h " + time.toMinutesPart() + " min";
        return time.toMinutes() > 0
                ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                : time.toSeconds() + " s";
    }

    private Move giveUp(StepId step, ModelFailure failure) {
        var entry = Entry.empty(step);
        if (failure.kind() == ModelFailure.Kind.CONTEXT_OVERFLOW) {
            // The model says that the history is too long: the next turn compacts first.
            var full = Math.max(agent.setup().window(), agent.setup().compactAt());
            entry = entry.telling(meter.reset(full));
        }
        var wait = failure.retryAfter();
        var when = wait.compareTo(LONG) < 0 ? "" : "; the server says to try again in " + words(wait);
        return new Move.End(
                entry,
                Item.Deliverable.failed(failure.kind().name().toLowerCase(Locale.ROOT), failure.getMessage() + when));
    }

    /// What the model has not been paid to read yet.
    private static List<Item> sinceTheModelSpoke(List<Card> history) {
        var since = new ArrayList<Item>();
        for (var item : Prompts.input(history).reversed()) {
            if (item instanceof Item.AgentMessage || item instanceof Item.ToolCall || item instanceof Item.Reasoning)
                break;
            since.add(item);
        }
        return since;
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {
        agent.tools().endLeftovers(call);
    }

    @Override
    public boolean mayHaveBegun(Item.ToolCall call) {
        return agent.tools().mayHaveBegun(call);
    }

    @Override
    public void settled() {
        lost = agent.tools().settled();
    }

    /// What the model would ask for in vain, and people see as running.
    private void tellLost(Journal journal) {
        if (lost.isEmpty()) return;
        var words = String.join("\n", lost.stream().map(Agent.Tools.Lost::words).toList());
        var entry =
                journal.entry(journal.ids().step(), "kernel", new Item.Briefing(Item.Briefing.Role.DEVELOPER, words));
        for (var one : lost) entry = entry.telling(new Event.CallAnswered(one.call(), CallOutcome.UNKNOWN));
        journal.write(entry);
        agent.tools().told(lost);
        lost = List.of();
    }

    @Override
    public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) throws InterruptedException {
        var call = open.call();
        agent.tools().expect(required(journal));
        try (var bench = new ToolRunner(agent.means().threads(), journal.calls())) {
            var tool = agent.tools().find(call.tool());
            if (tool.isEmpty())
                return Optional.of(
                        Item.ToolResult.failed(call.call(), agent.tools().unknown(call)));
            var context = new CallContext(agent, journal.tx(), MENDED, call, journal.waited(open));
            bench.start(call, tool.get(), RunMode.CONFINED, context);
            var ended = bench.next().getFirst();
            if (ended.outcome() instanceof Tool.Outcome.Waits waits) suspension.add(waits);
            return ended.result();
        }
    }

    @Override
    public Letter.NoticeText notices() {
        return agent.tools()::notice;
    }

    @Override
    public boolean hearsNotices() {
        return agent.tools().hearsNotices();
    }

    @Override
    public void missing(Journal journal, List<String> names) {
        var reminder = "The result is not complete. These fields are missing: " + String.join(", ", names)
                + ". Call submit_result with all of them.";
        journal.write(journal.entry(
                journal.ids().step(), "kernel", new Item.Briefing(Item.Briefing.Role.DEVELOPER, reminder)));
    }
}
