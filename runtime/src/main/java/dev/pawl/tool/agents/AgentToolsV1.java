package dev.pawl.tool.agents;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Detail.AgentState;
import dev.pawl.card.Detail.AgentState.Standing;
import dev.pawl.card.Detail.Agents.Act;
import dev.pawl.card.Item;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.delegation.Family;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Wait;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.ToolArguments;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Codex's tools for agents that go by their ids.
final class AgentToolsV1 {
    private static final long SHORTEST_MS = 10_000;
    private static final long USUAL_MS = 30_000;
    private static final long LONGEST_MS = 3_600_000;

    private final Family family;
    private final InstantSource clock;

    AgentToolsV1(Family family, InstantSource clock) {
        this.family = family;
        this.clock = clock;
    }

    List<Tool> all() {
        return List.of(
                tool("spawn_agent", Act.SPAWN, Schemas.spawnV1(family.terms()), this::spawn),
                tool("send_input", Act.SEND, Schemas.SEND_INPUT, this::send),
                tool("resume_agent", Act.RESUME, Schemas.RESUME_AGENT, this::resume),
                tool("wait_agent", Act.WAIT, Schemas.WAIT_V1, this::await),
                tool("close_agent", Act.CLOSE, Schemas.CLOSE_AGENT, this::close));
    }

    private static Tool tool(String name, Act act, String parameters, AgentTool.Body body) {
        return new AgentTool(new ToolSpec.Function(name, Schemas.description(name), parameters), act, body);
    }

    private Tool.Outcome spawn(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        if (!family.mayCall()) throw new BadArguments("Agent depth limit reached. Solve the task yourself.");
        var said = AgentArguments.said(arguments);
        var role = arguments.optionalText("agent_type").orElse("");
        if (!role.isEmpty() && family.terms().role(role).isEmpty())
            throw new BadArguments("unknown agent_type '" + role + "'");
        var forks = arguments.flag("fork_context", false);
        if (forks && !role.isEmpty())
            throw new BadArguments("Full-history forked agents inherit the parent agent type;"
                    + " omit agent_type, or spawn without a full-history fork.");
        var id = family.name(call.call(), 0);
        if (family.find(id).isEmpty() && family.open() >= DelegationTerms.MOST_OPEN) {
            throw new BadArguments("collab spawn failed: agent thread limit reached");
        }
        var spawned = family.spawn(new Family.Wish(
                call.call(),
                0,
                role,
                arguments.optionalText("model").orElse(""),
                arguments.optionalText("reasoning_effort").orElse(""),
                forks ? Forks.all(family.history(family.caller().id())) : List.of(),
                List.of(said),
                AgentWords.V1,
                ""));
        var json = Json.object()
                .with("agent_id", spawned.thread().value())
                .with("nickname", spawned.agent().nickname());
        if (spawned.place() > 0) {
            json = json.with("status", "pending_init").with("queue_position", spawned.place());
        }
        var setup = family.setup(spawned.thread()).orElseThrow();
        return Tool.Outcome.success(json.write())
                .with(new Detail.Agents(
                        Act.SPAWN,
                        AgentArguments.shown(arguments),
                        setup.model(),
                        setup.style().effort(),
                        // As it is told: what it has done by now is chance.
                        List.of(new AgentState(spawned.thread().value(), Standing.PENDING, ""))));
    }

    private Tool.Outcome send(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        var said = AgentArguments.said(arguments);
        var id = AgentArguments.open(family, target(arguments));
        var instead = arguments.flag("interrupt", false);
        var letter = family.send(call.call(), id, List.of(said), instead, AgentWords.V1);
        return done(Json.object().with("submission_id", letter), Act.SEND, arguments, List.of(family.state(id)));
    }

    private static String target(ToolArguments arguments) throws BadArguments {
        // An older name of it.
        var older = arguments.optionalText("id");
        return arguments.optionalText("target").isEmpty() && older.isPresent() ? older.get() : arguments.text("target");
    }

    private Tool.Outcome resume(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        var id = AgentArguments.id(arguments.text("id"));
        if (family.state(id).standing() == Standing.CLOSED) family.reopen(id);
        var state = family.state(id);
        return done(Json.object().with("status", AgentWords.status(state)), Act.RESUME, arguments, List.of(state));
    }

    private Tool.Outcome close(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        var id = AgentArguments.known(family, target(arguments));
        var before = family.state(id);
        family.close(id, "its caller has closed it");
        return done(
                Json.object().with("previous_status", AgentWords.status(before)),
                Act.CLOSE,
                arguments,
                List.of(before));
    }

    private Tool.Outcome await(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        var targets = targets(arguments);
        var patience = patience(arguments);
        family.advance();
        var over = new ArrayList<AgentState>();
        for (var target : targets) {
            var state = family.state(target);
            if (state.standing().isOver()) over.add(state);
        }
        var left = left(patience, output.waited());
        if (over.isEmpty() && left.isPositive()) {
            return Tool.Outcome.waits(new Wait.Need(
                    output.need(call), "wait_agent", Wait.Reason.AGENT, named(targets), Wait.AGENTS, left));
        }
        var status = Json.object();
        for (var state : over) status = status.with(state.thread(), AgentWords.status(state));
        var json = Json.object().with("status", status).with("timed_out", Json.of(over.isEmpty()));
        var shown = over.isEmpty() ? targets.stream().map(family::state).toList() : over;
        return done(json, Act.WAIT, arguments, shown);
    }

    private String named(List<ThreadId> targets) {
        return String.join(
                ", ",
                targets.stream()
                        .map(target -> family.find(target)
                                .map(agent -> agent.nickname())
                                .orElse(target.value()))
                        .toList());
    }

    private List<ThreadId> targets(ToolArguments arguments) throws BadArguments {
        var texts = AgentArguments.texts(arguments, "targets");
        if (texts.isEmpty()) throw new BadArguments("agent ids must be non-empty");
        var targets = new ArrayList<ThreadId>();
        for (var text : texts) targets.add(AgentArguments.id(text));
        return targets;
    }

    static Duration patience(ToolArguments arguments) throws BadArguments {
        if (!(arguments.at("timeout_ms") instanceof Json.Num(var digits))) {
            arguments.number("timeout_ms", USUAL_MS);
            return Duration.ofMillis(USUAL_MS);
        }
        var asked = digits.startsWith("-") ? 0 : arguments.number("timeout_ms", USUAL_MS);
        if (asked <= 0) throw new BadArguments("timeout_ms must be greater than zero");
        return Duration.ofMillis(Math.clamp(asked, SHORTEST_MS, LONGEST_MS));
    }

    /// What is left of the time, when a notice that was not waited for ended the wait early.
    private Duration left(Duration patience, Tool.Waited waited) {
        if (waited.answers().isEmpty()) return patience;
        if (waited.answers().getLast().answer() == CallOutcome.TIMEOUT) return Duration.ZERO;
        var until = waited.since().plus(patience);
        var left = Duration.between(now(waited.since()), until);
        return left.compareTo(patience) > 0 ? patience : left;
    }

    /// Never before the call was written down, whatever this machine's clock says.
    private Instant now(Instant since) {
        var now = clock.instant();
        return now.isBefore(since) ? since : now;
    }

    private static Tool.Outcome done(Json.Obj json, Act act, ToolArguments arguments, List<AgentState> agents) {
        return Tool.Outcome.success(json.write())
                .with(new Detail.Agents(act, AgentArguments.shown(arguments), "", "", agents));
    }

    /// What a forked agent reads of its caller's history.
    static final class Forks {
        private Forks() {}

        /// What was said by people and the runtime, and final answers: no thoughts, no calls.
        static List<Item> all(List<Card> history) {
            var kept = new ArrayList<Item>();
            for (var i = 0; i < history.size(); i++) {
                switch (history.get(i).item()) {
                    case Item.UserMessage said -> kept.add(said);
                    case Item.Briefing told -> kept.add(told);
                    case Item.Summary summary -> kept.add(summary);
                    case Item.AgentMessage message -> {
                        if (endsTurn(history, i)) kept.add(new Item.AgentMessage(message.text()));
                    }
                    case Item.Reasoning _,
                            Item.ToolCall _,
                            Item.ToolResult _,
                            Item.Decision _,
                            Item.Begun _,
                            Item.ResultFields _,
                            Item.Compact _,
                            Item.Opaque _,
                            Item.Deliverable _ -> {}
                }
            }
            return kept;
        }

        /// The last turns only: each begins with what a person said.
        static List<Item> last(List<Card> history, int turns) {
            var all = all(history);
            var from = all.size();
            for (var left = turns; left > 0 && from > 0; ) {
                from--;
                if (all.get(from) instanceof Item.UserMessage) left--;
            }
            return all.subList(from, all.size());
        }

        private static boolean endsTurn(List<Card> history, int index) {
            return index + 1 < history.size() && history.get(index + 1).item() instanceof Item.Deliverable;
        }
    }
}
