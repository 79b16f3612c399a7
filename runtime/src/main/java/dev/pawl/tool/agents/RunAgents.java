package dev.pawl.tool.agents;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `run_agents`: one agent for each task of a list, and their results in the order of the list. The
/// call is run again each time one of them has ended; all it knows is in the store, so it goes on
/// after any crash, and no task is done twice or lost.
final class RunAgents {
    private static final Duration PATIENCE = Duration.ofDays(7);

    private final Family family;

    RunAgents(Family family) {
        this.family = family;
    }

    Tool tool() {
        var parameters = Schemas.runAgents(family.terms());
        return new AgentTool(
                new ToolSpec.Function("run_agents", Schemas.description("run_agents"), parameters),
                Act.SPAWN,
                (arguments, call, output) -> {
                    var fanOut = read(arguments);
                    if (!family.mayCall())
                        throw new BadArguments("Agent depth limit reached. Solve the task yourself.");
                    return run(fanOut, call, output);
                });
    }

    private record Task(String name, String message) {}

    private record FanOut(List<Task> tasks, String role, int atOnce, String schema, boolean stopsAtFailure) {}

    /// A task and how its agent stands; [Standing#NOT_FOUND] before it has begun.
    private record Branch(Task task, ThreadId agent, AgentState state) {
        boolean isOver() {
            return hasBegun() && state.standing().isOver();
        }

        boolean hasBegun() {
            return state.standing() != Standing.NOT_FOUND;
        }

        boolean hasFailed() {
            return isOver() && state.standing() != Standing.COMPLETED;
        }
    }

    private FanOut read(ToolArguments arguments) throws BadArguments {
        arguments.only(List.of("tasks", "agent_type", "concurrency", "output_schema", "on_failure"));
        var tasks = new ArrayList<Task>();
        for (var task : arguments.list("tasks")) {
            var name = task.text("name", "task " + (tasks.size() + 1));
            var message = task.text("message", "");
            if (message.isBlank()) throw new BadArguments("Empty message can't be sent to an agent");
            tasks.add(new Task(name, message));
        }
        if (tasks.isEmpty()) throw new BadArguments("tasks must be non-empty");
        if (tasks.size() > DelegationTerms.MOST_OPEN)
            throw new BadArguments("run_agents takes at most " + DelegationTerms.MOST_OPEN + " tasks");
        var role = arguments.optionalText("agent_type").orElse("");
        if (!role.isEmpty() && family.terms().role(role).isEmpty())
            throw new BadArguments("unknown agent_type '" + role + "'");
        var most = family.terms().mostAtOnce();
        var atOnce = Math.clamp(arguments.number("concurrency", most), 1, most);
        var schema = arguments.at("output_schema");
        var onFailure = arguments.optionalText("on_failure").orElse("collect");
        if (!onFailure.equals("collect") && !onFailure.equals("stop"))
            throw ToolArguments.unknownVariant(onFailure, List.of("collect", "stop"));
        return new FanOut(tasks, role, atOnce, schema.isNull() ? "" : schema.write(), onFailure.equals("stop"));
    }

    private Tool.Outcome run(FanOut fanOut, Item.ToolCall call, Tool.Output output) {
        family.advance();
        var branches = branches(fanOut, call);
        var stops = fanOut.stopsAtFailure() && branches.stream().anyMatch(Branch::hasFailed);
        if (stops) {
            for (var branch : branches) {
                if (branch.hasBegun() && !branch.isOver()) family.stop(branch.agent(), "another task has failed");
            }
            return done(fanOut, branches(fanOut, call), true);
        }
        begin(fanOut, call, branches);
        branches = branches(fanOut, call);
        if (branches.stream().allMatch(Branch::isOver)) return done(fanOut, branches, false);
        var over = branches.stream().filter(Branch::isOver).count();
        return Tool.Outcome.waits(new Wait.Need(
                output.need(call),
                "run_agents",
                Wait.Reason.AGENT,
                over + " of " + branches.size() + " agents have ended",
                Wait.AGENTS,
                PATIENCE));
    }

    private List<Branch> branches(FanOut fanOut, Item.ToolCall call) {
        var branches = new ArrayList<Branch>();
        for (var task : fanOut.tasks()) {
            var agent = family.name(call.call(), branches.size() + 1);
            branches.add(new Branch(task, agent, family.result(agent)));
        }
        return branches;
    }

    private void begin(FanOut fanOut, Item.ToolCall call, List<Branch> branches) {
        var working = branches.stream()
                .filter(branch -> branch.hasBegun() && !branch.isOver())
                .count();
        for (var i = 0; i < branches.size() && working < fanOut.atOnce(); i++) {
            if (branches.get(i).hasBegun()) continue;
            spawn(fanOut, call, i);
            working++;
        }
    }

    private void spawn(FanOut fanOut, Item.ToolCall call, int index) {
        var task = new ArrayList<Item>();
        task.add(Item.UserMessage.of(fanOut.tasks().get(index).message()));
        if (!fanOut.schema().isEmpty()) task.add(new Item.ResultFields(List.of(), fanOut.schema()));
        family.spawn(new Family.Wish(call.call(), index + 1, fanOut.role(), "", "", List.of(), task, "", ""));
    }

    private Tool.Outcome done(FanOut fanOut, List<Branch> branches, boolean stopped) {
        var results = new ArrayList<Json>();
        for (var branch : branches) results.add(result(branch));
        var failed = branches.stream().filter(branch -> !isDone(branch)).count();
        var json = Json.object()
                .with("status", failed == 0 ? "success" : failed < branches.size() ? "partial" : "failed")
                .with("results", Json.array(results));
        if (stopped) json = json.with("stopped", Json.of(true));
        var overlaps = overlaps(branches);
        if (!overlaps.isEmpty()) json = json.with("files_changed_by_several", overlaps(overlaps));
        // Their results are here: none of them is expected to do more.
        for (var branch : branches) if (branch.hasBegun()) family.close(branch.agent(), "its task is over");
        var prompt = String.join("; ", fanOut.tasks().stream().map(Task::name).toList());
        return Tool.Outcome.success(json.write())
                .with(new Detail.Agents(
                        Act.SPAWN,
                        prompt,
                        "",
                        "",
                        branches.stream().map(Branch::state).toList()));
    }

    private static boolean isDone(Branch branch) {
        return branch.state().standing() == Standing.COMPLETED;
    }

    private static Json result(Branch branch) {
        var json = Json.object().with("name", branch.task().name());
        if (!branch.hasBegun()) return json.with("status", "not_started");
        json = json.with("agent_id", branch.agent().value());
        return switch (branch.state().standing()) {
            case COMPLETED ->
                json.with("status", "success").with("result", branch.state().message());
            case FAILED ->
                json.with("status", "failed").with("error", branch.state().message());
            case INTERRUPTED, CLOSED ->
                json.with("status", "canceled").with("error", branch.state().message());
            case PENDING, RUNNING, NOT_FOUND -> json.with("status", "canceled");
        };
    }

    /// Files that more than one of them changed, with those that did.
    private Map<String, Set<String>> overlaps(List<Branch> branches) {
        var changed = new LinkedHashMap<String, Set<String>>();
        for (var branch : branches) {
            if (!branch.hasBegun()) continue;
            for (var card : family.history(branch.agent())) {
                for (var path : paths(card)) {
                    changed.computeIfAbsent(path, _ -> new LinkedHashSet<>())
                            .add(branch.task().name());
                }
            }
        }
        changed.values().removeIf(names -> names.size() < 2);
        return changed;
    }

    private static List<String> paths(Card card) {
        return card.item() instanceof Item.ToolResult result && result.detail() instanceof Detail.Edits(var changes)
                ? changes.stream().map(Detail.FileChange::path).toList()
                : List.of();
    }

    private static Json overlaps(Map<String, Set<String>> overlaps) {
        var json = Json.object();
        for (var overlap : overlaps.entrySet()) {
            json = json.with(overlap.getKey(), Json.strings(List.copyOf(overlap.getValue())));
        }
        return json;
    }
}
