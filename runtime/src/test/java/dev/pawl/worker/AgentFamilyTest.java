package dev.pawl.worker;

import static dev.pawl.worker.AgentWorld.ROOT;
import static dev.pawl.worker.AgentWorld.call;
import static dev.pawl.worker.AgentWorld.isRoot;
import static dev.pawl.worker.AgentWorld.results;
import static dev.pawl.worker.AgentWorld.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.delegation.DelegationTerms.Version;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Wait;
import dev.pawl.testkit.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Agents that call agents: the caller goes on or waits, and what the other one delivers reaches it
/// once, whoever dies in between.
class AgentFamilyTest {
    private final SettableClock clock = new SettableClock();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private AgentWorld.Script root = _ -> List.of(new Item.AgentMessage("nothing to do"));
    private AgentWorld.Script child = prompt -> List.of(new Item.AgentMessage("did " + task(prompt)));
    private final AgentWorld world =
            AgentWorld.inMemory(clock, prompt -> isRoot(prompt) ? root.answer(prompt) : child.answer(prompt));

    @AfterEach
    void theWorldEnds() {
        mayEnd.countDown();
        world.close();
    }

    private static Item spawn(String id, String message) {
        return call(id, "spawn_agent", Json.object().with("message", message).write());
    }

    private static Item await(String id, List<String> agents, long millis) {
        return call(
                id,
                "wait_agent",
                Json.object()
                        .with("targets", Json.strings(agents))
                        .with("timeout_ms", millis)
                        .write());
    }

    private static String agent(String result) {
        return Json.parse(result).text("agent_id");
    }

    private static Item said(String words) {
        return new Item.AgentMessage(words);
    }

    /// Spawns one agent, waits for it, and says what it said.
    private AgentWorld.Script spawnAndWait() {
        return prompt -> {
            var results = results(prompt);
            if (results.isEmpty()) return List.of(spawn("s1", "count"));
            if (results.size() == 1) return List.of(await("w1", List.of(agent(results.getFirst())), 600_000));
            return List.of(said("heard " + results.getLast()));
        };
    }

    private boolean isSuspended(ThreadId thread) {
        return world.ledger
                .head(new AgentId(thread.value()))
                .filter(head -> head.state() instanceof HeadState.Suspended)
                .isPresent();
    }

    private void hold() throws InterruptedException {
        mayEnd.await();
    }

    private AgentWorld.Script slow() {
        return prompt -> {
            hold();
            return List.of(said("did " + task(prompt)));
        };
    }

    @Test
    void aCallerWaitsForItsAgentAndHearsWhatItDelivered() {
        root = spawnAndWait();
        var turn = world.ask("delegate");
        world.untilDelivered(turn);
        var child = world.children().getFirst();
        assertThat(world.deliverable(turn).orElseThrow().text())
                .isEqualTo("heard {\"status\":{\"" + child + "\":{\"completed\":\"did count\"}},\"timed_out\":false}");
    }

    @Test
    void theCallerIsToldOnceEvenWhenItDoesNotWait() {
        root = prompt -> results(prompt).isEmpty() ? List.of(spawn("s1", "count")) : List.of(said("started"));
        world.untilDelivered(world.ask("delegate"));
        world.until("the agent's end", () -> world.ends(world.children().getFirst()) == 1);
        assertThat(isIdle(ROOT)).as("a notice starts no turn").isTrue();
        world.untilDelivered(world.ask("and?"));
        world.untilDelivered(world.ask("and again?"));
        assertThat(world.texts(ROOT))
                .filteredOn(text -> text.contains("<subagent_notification>"))
                .hasSize(1);
        assertThat(world.texts(ROOT))
                .anyMatch(text -> text.contains("{\"agent_path\":\""
                        + world.children().getFirst() + "\",\"status\":{\"completed\":\"did count\"}}"));
    }

    private boolean isIdle(ThreadId thread) {
        return world.ledger.head(new AgentId(thread.value())).orElseThrow().state() instanceof HeadState.Idle;
    }

    @Test
    void theResultOutlivesEveryProcess() {
        root = spawnAndWait();
        child = slow();
        var turn = world.ask("delegate");
        world.until("the caller waits", () -> isSuspended(ROOT));
        world.killAll();
        child = prompt -> List.of(said("did " + task(prompt)));
        world.untilDelivered(turn);
        assertThat(world.deliverable(turn).orElseThrow().text()).contains("did count");
        assertThat(world.children()).hasSize(1);
    }

    @Test
    void twelveAgentsThatEndWhileTheirCallerWorksAreAllHeard() {
        world.terms = new DelegationTerms(Version.V1, 12, 1, "", "", List.of());
        var waits = new CountDownLatch(1);
        root = prompt -> {
            var results = results(prompt);
            if (results.size() < 12) return List.of(spawn("s" + results.size(), "task " + results.size()));
            if (results.size() == 12) {
                waits.await(); // in the middle of a turn while all twelve end
                return List.of(call("x", "no_such_tool", "{}"));
            }
            return List.of(said("done"));
        };
        var turn = world.ask("delegate");
        world.until(
                "all have ended",
                () -> world.children().size() == 12
                        && world.children().stream().allMatch(thread -> world.ends(thread) == 1));
        waits.countDown();
        world.untilDelivered(turn);
        assertThat(world.texts(ROOT))
                .filteredOn(text -> text.contains("<subagent_notification>"))
                .hasSize(12);
    }

    @Test
    void anAgentThatStillWaitsForAPersonIsNotCalledCompleted() {
        var shell = new CountingTool("shell", Replay.EFFECT, false);
        world.more = List.of(shell);
        world.clearances = asked -> asked.tool().equals("shell")
                ? new ApprovalDecision.Ask(
                        new Question.Approval(
                                Question.Approval.Kind.COMMAND,
                                "shell",
                                List.of(),
                                "",
                                List.of(),
                                "seal",
                                Question.Keep.ONCE),
                        RunMode.FREE)
                : new ApprovalDecision.Go(RunMode.CONFINED);
        root = spawnAndWait();
        child = prompt -> results(prompt).isEmpty() ? List.of(call("c1", "shell", "{}")) : List.of(said("ran it"));
        var turn = world.ask("delegate");
        world.until(
                "the agent asks",
                () -> !world.children().isEmpty()
                        && isSuspended(world.children().getFirst())
                        && isSuspended(ROOT));
        var waiting = new AgentId(world.children().getFirst().value());
        assertThat(world.ledger.waitingFor(Wait.PERSON, 10))
                .as("seen from outside")
                .containsExactly(waiting);
        for (var i = 0; i < 20; i++) world.pass();
        assertThat(isSuspended(ROOT)).isTrue();
        var wait = world.ledger.waits(waiting).getFirst();
        world.ledger.report(new Answered(
                world.ids.letter(),
                waiting,
                wait.turn(),
                wait.epoch(),
                Wait.PERSON,
                new Item.Decision(new CallId("c1"), Item.Decision.Choice.ACCEPT, "seal", "")));
        world.untilDelivered(turn);
        assertThat(world.deliverable(turn).orElseThrow().text()).contains("ran it");
    }

    @Test
    void anInterruptOfTheCallersTurnLeavesItsAgentsAtWork() {
        child = slow();
        root = prompt -> {
            if (results(prompt).isEmpty()) return List.of(spawn("s1", "count"));
            mayEnd.await();
            return List.of(said("done"));
        };
        var turn = world.ask("delegate");
        world.until("the agent works", () -> !world.children().isEmpty());
        world.ledger.stop(new LetterId("stop"), new AgentId(ROOT.value()), turn, "interrupted");
        mayEnd.countDown();
        world.until("the agent's end", () -> world.ends(world.children().getFirst()) == 1);
        root = _ -> List.of(said("noted"));
        world.untilDelivered(world.ask("and?"));
        assertThat(world.texts(ROOT)).anyMatch(text -> text.contains("\"completed\":\"did count\""));
    }

    @Test
    void aCallerThatDiesAfterTheSpawnDoesNotSpawnAgain() {
        root = prompt -> results(prompt).isEmpty() ? List.of(spawn("s1", "count")) : List.of(said("done"));
        child = slow();
        // The worker is gone when the spawned thread is there and the result is not written.
        world.clearances = made -> new ApprovalDecision.Go(RunMode.CONFINED);
        var turn = world.ask("delegate");
        world.until("the agent is there", () -> !world.children().isEmpty());
        world.killAll();
        mayEnd.countDown();
        world.untilDelivered(turn);
        assertThat(world.children()).hasSize(1);
        world.until("one end", () -> world.ends(world.children().getFirst()) == 1);
    }

    @Test
    void aStoppedAgentEndsTheWait() {
        root = spawnAndWait();
        child = slow();
        var turn = world.ask("delegate");
        world.until(
                "the caller waits", () -> isSuspended(ROOT) && !world.children().isEmpty());
        var agent = new AgentId(world.children().getFirst().value());
        world.until(
                "the agent works", () -> world.ledger.head(agent).orElseThrow().state() instanceof HeadState.Active);
        var gate = ((HeadState.Active) world.ledger.head(agent).orElseThrow().state()).gate();
        world.ledger.stop(new LetterId("stop"), agent, gate.turn(), "enough");
        world.untilDelivered(turn);
        assertThat(world.deliverable(turn).orElseThrow().text()).contains("\"interrupted\"");
    }

    @Test
    void aWaitThatIsOverFirstSaysSo() {
        root = spawnAndWait();
        child = slow();
        var turn = world.ask("delegate");
        world.until("the caller waits", () -> isSuspended(ROOT));
        clock.advance(Duration.ofMinutes(11));
        world.untilDelivered(turn);
        assertThat(world.deliverable(turn).orElseThrow().text()).isEqualTo("heard {\"status\":{},\"timed_out\":true}");
    }

    @Test
    void beyondTheLimitAnAgentWaitsForItsTurnAndIsToldItsPlace() {
        world.terms = new DelegationTerms(Version.V1, 2, 1, "", "", List.of());
        child = slow();
        var placed = new ArrayList<String>();
        root = prompt -> {
            var results = results(prompt);
            if (results.size() < 4) return List.of(spawn("s" + results.size(), "task " + results.size()));
            placed.addAll(results);
            return List.of(said("started"));
        };
        world.untilDelivered(world.ask("delegate"));
        assertThat(placed.get(1)).doesNotContain("queue_position");
        assertThat(placed.get(2)).contains("\"queue_position\":1", "\"pending_init\"");
        assertThat(placed.get(3)).contains("\"queue_position\":2");
        assertThat(world.children()).hasSize(2);
        mayEnd.countDown();
        world.until(
                "all four have ended",
                () -> world.children().size() == 4
                        && world.children().stream().allMatch(thread -> world.ends(thread) == 1));
    }

    @Test
    void anAgentAtTheDepthLimitIsOfferedNoSuchTools() {
        var offered = new ArrayList<String>();
        root = spawnAndWait();
        child = prompt -> {
            prompt.tools().forEach(tool -> offered.add(tool.name()));
            return List.of(said("did it"));
        };
        world.untilDelivered(world.ask("delegate"));
        assertThat(offered).isEmpty();
    }

    @Test
    void closingAnAgentClosesAllBelowIt() {
        world.terms = new DelegationTerms(Version.V1, 6, 2, "", "", List.of());
        child = prompt -> {
            if (task(prompt).equals("count") && results(prompt).isEmpty()) return List.of(spawn("g1", "below"));
            hold();
            return List.of(said("done"));
        };
        root = prompt -> {
            var results = results(prompt);
            if (results.isEmpty()) return List.of(spawn("s1", "count"));
            if (results.size() == 1) {
                dev.pawl.testkit.Eventually.eventually(
                        "a grandchild works", () -> world.children().stream().anyMatch(this::hasWorkingChild));
                var close = Json.object().with("target", agent(results.getFirst()));
                return List.of(call("x1", "close_agent", close.write()));
            }
            if (results.size() == 2) {
                var input =
                        Json.object().with("target", agent(results.getFirst())).with("message", "more");
                return List.of(call("i1", "send_input", input.write()));
            }
            return List.of(said(results.getLast()));
        };
        var turn = world.ask("delegate");
        world.untilDelivered(turn);
        var agent = world.children().getFirst();
        assertThat(world.deliverable(turn).orElseThrow().text()).isEqualTo("agent with id " + agent + " is closed");
        assertThat(isIdle(agent)).isTrue();
        assertThat(isIdle(world.threads.children(agent).getFirst())).isTrue();
    }

    private boolean hasWorkingChild(ThreadId thread) {
        return world.threads.children(thread).stream().anyMatch(below -> !isIdle(below));
    }

    @Test
    void moreInputReachesAnAgentThatHasEnded() {
        root = prompt -> {
            var results = results(prompt);
            if (results.isEmpty()) return List.of(spawn("s1", "count"));
            var agent = agent(results.getFirst());
            return switch (results.size()) {
                case 1 -> List.of(await("w1", List.of(agent), 60_000));
                case 2 ->
                    List.of(call(
                            "i1",
                            "send_input",
                            Json.object()
                                    .with("target", agent)
                                    .with("message", "again")
                                    .write()));
                case 3 -> List.of(await("w2", List.of(agent), 60_000));
                default -> List.of(said(results.getLast()));
            };
        };
        child = prompt -> List.of(said(prompt.input().size() + " items read"));
        var turn = world.ask("delegate");
        world.untilDelivered(turn);
        assertThat(world.ends(world.children().getFirst())).isEqualTo(2);
        assertThat(world.deliverable(turn).orElseThrow().text()).contains("3 items read");
    }

    private static Item runAgents(int tasks, String more) {
        var list = new ArrayList<Json>();
        for (var i = 0; i < tasks; i++) {
            list.add(Json.object().with("name", "n" + i).with("message", "task " + i));
        }
        var json = Json.object().with("tasks", Json.array(list)).write();
        return call("fan", "run_agents", json.substring(0, json.length() - 1) + more + "}");
    }

    private AgentWorld.Script fanOut(int tasks, String more) {
        return prompt -> results(prompt).isEmpty()
                ? List.of(runAgents(tasks, more))
                : List.of(said(results(prompt).getFirst()));
    }

    @Test
    void aFanOutReturnsItsResultsInOrder() {
        root = fanOut(5, ",\"concurrency\":2");
        var turn = world.ask("all");
        world.untilDelivered(turn);
        var json = Json.parse(world.deliverable(turn).orElseThrow().text());
        assertThat(json.text("status")).isEqualTo("success");
        assertThat(json.list("results").stream().map(result -> result.text("result")))
                .containsExactly("did task 0", "did task 1", "did task 2", "did task 3", "did task 4");
        assertThat(world.texts(ROOT)).as("its own result is enough").noneMatch(text -> text.contains("notification"));
    }

    @Test
    void aFanOutThatStopsAtAFailureEndsTheOthers() {
        root = fanOut(4, ",\"on_failure\":\"stop\",\"concurrency\":2");
        child = prompt -> {
            if (task(prompt).equals("task 0"))
                throw new dev.pawl.agent.ModelFailure(dev.pawl.agent.ModelFailure.Kind.BAD_REQUEST, "no");
            hold();
            return List.of(said("done"));
        };
        var turn = world.ask("all");
        world.untilDelivered(turn);
        var json = Json.parse(world.deliverable(turn).orElseThrow().text());
        assertThat(json.list("results").stream().map(result -> result.text("status")))
                .containsExactly("failed", "canceled", "not_started", "not_started");
    }

    @Test
    void aFanOutWhoseTurnIsStoppedTakesItsAgentsAlong() {
        root = fanOut(3, "");
        child = prompt -> {
            hold();
            return List.of(call("x", "no_such_tool", "{}"));
        };
        var turn = world.ask("all");
        world.until("all work", () -> isSuspended(ROOT) && world.children().size() == 3);
        world.ledger.stop(new LetterId("stop"), new AgentId(ROOT.value()), turn, "enough");
        mayEnd.countDown();
        world.until("they end", () -> world.children().stream().allMatch(this::isIdle));
        assertThat(world.children())
                .allSatisfy(agent -> assertThat(world.texts(agent).getLast()).isEqualTo("end: " + Outcome.CANCELED));
    }
}
