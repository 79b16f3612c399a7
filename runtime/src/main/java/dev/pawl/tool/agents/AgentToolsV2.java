package dev.pawl.tool.agents;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Detail.AgentState;
import dev.pawl.card.Detail.Agents.Act;
import dev.pawl.card.Item;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.delegation.Family;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Wait;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.ToolArguments;
import dev.pawl.tool.agents.AgentToolsV1.Forks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Codex's tools for agents that go by paths and send each other mail.
final class AgentToolsV2 {
    private static final String ROOT = "/root";
    private static final long LONGEST_MS = 3_600_000;

    private final Family family;

    AgentToolsV2(Family family) {
        this.family = family;
    }

    List<Tool> all() {
        return List.of(
                tool("spawn_agent", "spawn_agent_v2", Act.SPAWN, Schemas.spawnV2(family.terms()), this::spawn),
                tool("send_message", "send_message", Act.SEND, Schemas.TARGET_AND_MESSAGE, this::send),
                tool("followup_task", "followup_task", Act.SEND, Schemas.TARGET_AND_MESSAGE, this::follow),
                tool("wait_agent", "wait_agent_v2", Act.WAIT, Schemas.WAIT_V2, this::await),
                tool("interrupt_agent", "interrupt_agent", Act.CLOSE, Schemas.TARGET, this::interrupt),
                tool("list_agents", "list_agents", Act.WAIT, Schemas.LIST_AGENTS, this::list));
    }

    private static Tool tool(String name, String description, Act act, String parameters, AgentTool.Body body) {
        return new AgentTool(new ToolSpec.Function(name, Schemas.description(description), parameters), act, body);
    }

    private String here() {
        return family.self()
                .map(SpawnedAgent::path)
                .filter(path -> !path.isEmpty())
                .orElse(ROOT);
    }

    private Tool.Outcome spawn(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        if (!family.mayCall()) throw new BadArguments("Agent depth limit reached. Solve the task yourself.");
        if (!arguments.at("fork_context").isNull())
            throw new BadArguments("fork_context is not supported in MultiAgentV2; use fork_turns instead");
        var name = arguments.text("task_name");
        if (!name.matches("[a-z0-9_]+"))
            throw new BadArguments("task_name must use only lowercase letters, digits, and underscores");
        var path = here() + "/" + name;
        var id = family.name(call.call(), 0);
        if (family.find(id).isEmpty()) {
            if (find(path).isPresent()) throw new BadArguments("agent path `" + path + "` already exists");
            if (family.open() >= DelegationTerms.MOST_OPEN)
                throw new BadArguments("collab spawn failed: agent thread limit reached");
        }
        var role = arguments.optionalText("agent_type").orElse("");
        if (!role.isEmpty() && family.terms().role(role).isEmpty())
            throw new BadArguments("unknown agent_type '" + role + "'");
        var task = AgentWords.mail("NEW_TASK", path, here(), message(arguments));
        var spawned = family.spawn(new Family.Wish(
                call.call(),
                0,
                role,
                arguments.optionalText("model").orElse(""),
                arguments.optionalText("reasoning_effort").orElse(""),
                before(arguments),
                List.of(Item.UserMessage.of(task)),
                AgentWords.v2(here(), path),
                path));
        var json = Json.object().with("task_name", path);
        if (spawned.place() > 0) json = json.with("status", "pending_init").with("queue_position", spawned.place());
        return done(json.write(), Act.SPAWN, message(arguments), List.of(family.state(spawned.thread())));
    }

    private List<Item> before(ToolArguments arguments) throws BadArguments {
        var turns = arguments.optionalText("fork_turns").orElse("all");
        if (turns.equals("none")) return List.of();
        var history = family.history(family.caller().id());
        if (turns.equals("all")) return Forks.all(history);
        if (!turns.matches("[1-9][0-9]{0,6}"))
            throw new BadArguments("fork_turns must be `none`, `all`, or a positive integer string");
        return Forks.last(history, Integer.parseInt(turns));
    }

    private static String message(ToolArguments arguments) throws BadArguments {
        var message = arguments.text("message");
        if (message.isBlank()) throw new BadArguments("Empty message can't be sent to an agent");
        return message;
    }

    /// Read in the middle of the agent's work; an idle agent reads it with its next task.
    private Tool.Outcome send(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        return mail("MESSAGE", arguments, call);
    }

    private Tool.Outcome follow(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        if (path(arguments.text("target")).equals(ROOT))
            throw new BadArguments("Follow-up tasks can't target the root agent");
        return mail("NEW_TASK", arguments, call);
    }

    private Tool.Outcome mail(String type, ToolArguments arguments, Item.ToolCall call) throws BadArguments {
        var path = path(arguments.text("target"));
        var words = AgentWords.mail(type, path, here(), message(arguments));
        var target = path.equals(ROOT) ? family.root() : known(path);
        family.send(call.call(), target, List.of(Item.UserMessage.of(words)), false, AgentWords.v2(here(), path));
        return done("", Act.SEND, message(arguments), List.of(family.state(target)));
    }

    private String path(String target) {
        return target.startsWith("/") ? target : here() + "/" + target;
    }

    private ThreadId known(String path) throws BadArguments {
        return find(path).orElseThrow(() -> new BadArguments("agent with path " + path + " not found"));
    }

    private Optional<ThreadId> find(String path) {
        return family.members().stream()
                .filter(member -> family.find(member)
                        .filter(agent -> agent.path().equals(path))
                        .isPresent())
                .findFirst();
    }

    /// Ends with any news: a notice of an agent, or more from the user.
    private Tool.Outcome await(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        var asked = arguments.number("timeout_ms", 0);
        if (asked > LONGEST_MS) throw new BadArguments("timeout_ms must be at most " + LONGEST_MS);
        var patience = AgentToolsV1.patience(arguments);
        family.advance();
        var answers = output.waited().answers();
        if (answers.isEmpty()) {
            return Tool.Outcome.waits(new Wait.Need(
                    output.need(call), "wait_agent", Wait.Reason.AGENT, "", Wait.AGENTS_OR_INPUT, patience));
        }
        var timedOut = answers.getLast().answer() == CallOutcome.TIMEOUT;
        var byInput = answers.getLast().output().equals(Wait.PERSON);
        var words = timedOut ? "Wait timed out." : byInput ? "Wait interrupted by new input." : "Wait completed.";
        return done(
                Json.object()
                        .with("message", words)
                        .with("timed_out", Json.of(timedOut))
                        .write(),
                Act.WAIT,
                "",
                List.of());
    }

    private Tool.Outcome interrupt(ToolArguments arguments, Item.ToolCall call, Tool.Output output)
            throws BadArguments {
        var path = path(arguments.text("target"));
        if (path.equals(ROOT)) throw new BadArguments("root is not a spawned agent");
        if (path.equals(here())) throw new BadArguments("an agent cannot interrupt itself; finish the task instead");
        var id = known(path);
        var before = family.state(id);
        family.interrupt(id, "its caller has interrupted it");
        return done(
                Json.object().with("previous_status", AgentWords.status(before)).write(),
                Act.CLOSE,
                "",
                List.of(before));
    }

    private Tool.Outcome list(ToolArguments arguments, Item.ToolCall call, Tool.Output output) throws BadArguments {
        var prefix = arguments.optionalText("path_prefix").map(this::path).orElse("");
        var agents = new ArrayList<Json>();
        if (ROOT.startsWith(prefix))
            agents.add(Json.object().with("agent_name", ROOT).with("agent_status", "running"));
        for (var member : family.members()) {
            var agent = family.find(member);
            if (agent.isEmpty() || !agent.get().path().startsWith(prefix)) continue;
            agents.add(Json.object()
                    .with("agent_name", agent.get().path())
                    .with("agent_status", AgentWords.status(family.state(member))));
        }
        return Tool.Outcome.success(
                Json.object().with("agents", Json.array(agents)).write());
    }

    private static Tool.Outcome done(String text, Act act, String prompt, List<AgentState> agents) {
        return Tool.Outcome.success(text).with(new Detail.Agents(act, prompt, "", "", agents));
    }
}
