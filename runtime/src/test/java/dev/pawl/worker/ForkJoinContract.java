package dev.pawl.worker;

import static dev.pawl.worker.AgentWorld.ROOT;
import static dev.pawl.worker.AgentWorld.call;
import static dev.pawl.worker.AgentWorld.isRoot;
import static dev.pawl.worker.AgentWorld.results;
import static dev.pawl.worker.AgentWorld.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.delegation.DelegationTerms.Version;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.thread.Threads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A fan-out over many agents while workers die at random: one result for the caller, each branch
/// accounted for, no effect done twice. The same on every store.
abstract class ForkJoinContract {
    private static final int BRANCHES = 64;
    private static final long SEED = 20_261_118;

    abstract Transactions open(Doorbell doorbell);

    abstract Threads threads(Transactions store);

    /// Something an agent does to the world, which must not be done twice.
    private final CountingTool effect = new CountingTool("effect", Replay.EFFECT, true);

    @Test
    void aForkJoinOf64SurvivesRandomDeaths() throws InterruptedException {
        var kills = new AtomicInteger();
        var store = open(new RecordingDoorbell());
        var never = new CountDownLatch(1);
        try (var world = new AgentWorld(store, threads(store), prompt -> {
            if (isRoot(prompt)) {
                return results(prompt).isEmpty()
                        ? List.of(fanOut())
                        : List.of(said(results(prompt).getFirst()));
            }
            never.await(2, TimeUnit.MILLISECONDS); // as a model takes its time, so that a kill finds it at work
            return results(prompt).isEmpty()
                    ? List.of(call("effect-" + task(prompt).replace(' ', '-'), "effect", "{}"))
                    : List.of(said("did " + task(prompt)));
        })) {
            world.terms = new DelegationTerms(Version.V1, 16, 1, "", "", List.of());
            world.more = List.of(effect);
            world.hire();
            world.hire();
            var random = new SplittableRandom(SEED);
            var turn = world.ask("all");
            world.until("the end", () -> {
                if (random.nextInt(12) == 0 && kills.get() < 40 && mayDie(world)) {
                    var workers = List.copyOf(world.workers());
                    world.kill(workers.get(random.nextInt(workers.size())));
                    world.hire();
                    kills.incrementAndGet();
                }
                return world.deliverable(turn).isPresent();
            });
            assertThat(kills.get()).as("some have died").isPositive();
            check(world, Json.parse(world.deliverable(turn).orElseThrow().text()));
        }
    }

    /// A turn that is taken over three times without progress fails, as it should: not here.
    private static boolean mayDie(AgentWorld world) {
        return Stream.concat(Stream.of(ROOT), world.children().stream())
                .flatMap(thread -> world.ledger.head(new AgentId(thread.value())).stream())
                .allMatch(head -> head.tally().takeovers() < 2);
    }

    private void check(AgentWorld world, Json json) {
        var results = json.list("results");
        assertThat(results).hasSize(BRANCHES);
        for (var i = 0; i < BRANCHES; i++) {
            assertThat(results.get(i).text("name")).isEqualTo("n" + i);
            assertThat(results.get(i).text("result")).isEqualTo("did task " + i);
        }
        assertThat(world.children()).hasSize(BRANCHES);
        assertThat(world.children())
                .allSatisfy(child -> assertThat(world.ends(child)).isEqualTo(1));
        assertThat(new HashSet<>(effect.ran())).as("no effect was done twice").hasSameSizeAs(effect.ran());
        assertThat(world.events(ROOT).stream().filter(logged -> logged.event() instanceof Event.TurnDelivered))
                .hasSize(1);
    }

    private static Item said(String words) {
        return new Item.AgentMessage(words);
    }

    private static Item fanOut() {
        var list = new ArrayList<Json>();
        for (var i = 0; i < BRANCHES; i++) {
            list.add(Json.object().with("name", "n" + i).with("message", "task " + i));
        }
        return call(
                "fan",
                "run_agents",
                Json.object().with("tasks", Json.array(list)).write());
    }
}
