package dev.pawl.campaign.simulate;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// One schedule: a few workers, a few agents, a storm of faults, then calm weather until everything
/// is delivered. The same seed gives the same schedule.
final class Simulation {
    private static final WorkerTarget TARGET = new WorkerTarget("generic");
    private static final int MOST_MOVES = 100_000;
    private static final int CALM_ROUNDS = 300;

    private final Dice dice;
    private final Stage stage = new Stage();
    private final SimulatedWorld world = new SimulatedWorld();
    private final FaultyTransactions.Faults faults = new FaultyTransactions.Faults();
    private final MemoryTransactions store;
    private final Ledger ledger;
    private final List<Colleague> workers = new ArrayList<>();
    private final List<Bell> bells = new ArrayList<>();
    private final List<AgentId> agents = new ArrayList<>();
    private final Invariants invariants;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int names;
    private boolean calm;
    private int crashes;
    private int moves;

    private enum Duty {
        LOOK,
        BEAT,
        MEND
    }

    /// A worker, its process, and the duties it is busy with.
    private record Colleague(Stage.House house, WorkerId id, Worker worker, Map<Duty, Stage.Actor> busy) {}

    /// What a schedule came to.
    record Report(int turns, int moves, int crashes, int unknown) {}

    Simulation(long seed) {
        this.dice = new Dice(seed);
        this.store = new MemoryTransactions(() -> now, new LossyBell());
        this.ledger = new DurableLedger(store, limits(), this::name);
        this.invariants = new Invariants(store, ledger, world);
    }

    private static Limits limits() {
        // A schedule has more crashes than a month of a fleet: giving up is tested elsewhere.
        return new Limits(
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                1000,
                1000,
                1000,
                Duration.ofSeconds(5),
                Duration.ofDays(3650),
                100);
    }

    private String name() {
        return String.format("n%06d", ++names);
    }

    Report run() {
        for (var i = dice.between(1, 3); i > 0; i--) agents.add(new AgentId("agent-" + i));
        for (var i = dice.between(2, 4); i > 0; i--) hire();
        var requests = dice.between(1, 6);
        for (var i = dice.between(40, 250); i > 0; i--) {
            if (requests > 0 && dice.chance(0.1)) {
                ask();
                requests--;
            } else storm();
            invariants.always(agents);
        }
        while (requests-- > 0) ask();
        clearUp();
        return new Report(world.asked.size(), moves, crashes, invariants.atTheEnd(agents));
    }

    private void storm() {
        var roll = dice.below(100);
        if (roll < 60) moveSomebody();
        else if (roll < 76) startDuty(dice.pick(workers), dice.pick(List.of(Duty.values())));
        else if (roll < 82) ringSomething();
        else if (roll < 88) answerSomething();
        else if (roll < 93)
            now = now.plusMillis(dice.chance(0.2) ? dice.between(5_000, 30_000) : dice.between(1, 1_000));
        else if (roll < 96) crash(dice.pick(workers));
        else if (roll < 98) steer();
        else stop();
    }

    private void clearUp() {
        calm = true;
        faults.end();
        for (var round = 0; round < CALM_ROUNDS; round++) {
            if (invariants.allDelivered() && stage.actors().isEmpty()) return;
            now = now.plusSeconds(4);
            for (var worker : List.copyOf(workers)) {
                for (var duty : Duty.values()) startDuty(worker, duty);
            }
            while (!stage.actors().isEmpty()) moveSomebody();
            while (!world.errands.isEmpty()) answerSomething();
        }
        throw new IllegalStateException("stuck: " + invariants.undelivered());
    }

    private void hire() {
        var id = new WorkerId("worker-" + name());
        var house = new Stage.House(id.value());
        var line = new DurableLedger(new FaultyTransactions(store, stage, dice, faults), limits(), this::name);
        var post = new Worker.Identity(id, TARGET, 3, this::isDead);
        var worker = new Worker(line, _ -> new ScriptedSteps(stage, world), post, this::name, stage.threads(house));
        workers.add(new Colleague(house, id, worker, new EnumMap<>(Duty.class)));
    }

    /// Half of the time the machine can tell.
    private boolean isDead(WorkerId other) {
        return workers.stream().noneMatch(each -> each.id().equals(other)) && dice.chance(0.5);
    }

    private void crash(Colleague worker) {
        if (workers.size() > 1 || dice.chance(0.5)) hire();
        workers.remove(worker);
        worker.house().kill();
        crashes++;
        for (var actor : List.copyOf(stage.actors())) {
            if (actor.house() == worker.house()) stage.move(actor);
        }
        world.tell("crash " + worker.id());
    }

    private void moveSomebody() {
        if (stage.actors().isEmpty()) return;
        if (++moves > MOST_MOVES) throw new IllegalStateException("no end: somebody goes round in a circle");
        stage.move(dice.pick(stage.actors()));
    }

    private void startDuty(Colleague worker, Duty duty) {
        var busy = worker.busy().get(duty);
        if (busy != null && stage.actors().contains(busy)) return;
        Runnable pass = switch (duty) {
            case LOOK -> worker.worker()::look;
            case BEAT -> worker.worker()::beat;
            case MEND -> worker.worker()::recover;
        };
        worker.busy().put(duty, stage.add(worker.house(), () -> {
            try {
                pass.run();
            } catch (StoreFailure down) {
                world.tell(worker.id() + " " + duty + ": " + down.getMessage());
            }
        }));
    }

    private void ask() {
        var agent = dice.pick(agents);
        var request = request(agent, "ask");
        if (ledger.enqueue(request) instanceof Receipt.Accepted(var turn, var _)) world.asked.add(turn);
        if (dice.chance(0.3)) ledger.enqueue(request);
    }

    private TurnRequest request(AgentId agent, String text) {
        return new TurnRequest(
                new LetterId(name()),
                agent,
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of(text)),
                Lineage.root("user"));
    }

    private void steer() {
        ledger.steer(request(dice.pick(agents), "steer"));
    }

    private void stop() {
        if (world.asked.isEmpty()) return;
        var turn = dice.pick(List.copyOf(world.asked));
        ledger.turn(turn).ifPresent(found -> ledger.stop(new LetterId(name()), found.agent(), turn, "enough"));
    }

    private void answerSomething() {
        if (world.errands.isEmpty()) return;
        var errand = dice.pick(List.copyOf(world.errands.values()));
        var answer = new Answered(
                new LetterId(name()),
                errand.gate().agent(),
                errand.gate().turn(),
                errand.gate().epoch(),
                "tool.ask",
                Item.ToolResult.success(errand.call(), "answer"));
        ledger.report(answer);
        if (dice.chance(0.3)) ledger.report(answer);
        if (calm || dice.chance(0.7)) world.errands.remove(errand.call());
    }

    private void ringSomething() {
        if (bells.isEmpty()) return;
        bells.remove(dice.below(bells.size()));
        for (var worker : workers) {
            if (dice.chance(0.8)) startDuty(worker, Duty.LOOK);
        }
    }

    /// Bells are lost, doubled and late.
    private final class LossyBell implements Doorbell {
        @Override
        public void ring(Bell bell) {
            if (bells.size() > 50 || dice.chance(0.3)) return;
            bells.add(bell);
            if (dice.chance(0.2)) bells.add(bell);
        }

        @Override
        public Ear listen(Consumer<Bell> listener) {
            return () -> {};
        }

        @Override
        public void close() {}
    }

    List<String> story() {
        return world.story;
    }
}
