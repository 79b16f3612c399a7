package dev.pawl.json;

import dev.pawl.card.Detail;
import dev.pawl.card.Detail.AgentState;
import dev.pawl.card.Detail.Agents;
import dev.pawl.card.Detail.Command;
import dev.pawl.card.Detail.Edits;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Detail.Mcp;
import dev.pawl.card.Detail.Nothing;
import dev.pawl.card.Detail.Picture;
import dev.pawl.card.Detail.Plan;
import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Detail.Ran;
import dev.pawl.id.CallId;
import java.util.Optional;

/// What people are shown of a call, as JSON. A detail of a kind nobody knows reads as nothing: it
/// is for show, and a newer version's card must stay readable.
final class DetailCodec {
    private DetailCodec() {}

    static Json write(Detail detail) {
        var json = Json.object();
        return switch (detail) {
            case Nothing _ -> new Json.Null();
            case Command(var command, var cwd) ->
                json.with("kind", "command").with("command", command).with("cwd", cwd);
            case Ran ran -> ran(ran);
            case Edits(var changes) ->
                json.with("kind", "edits")
                        .with(
                                "changes",
                                Json.array(changes.stream()
                                        .map(DetailCodec::change)
                                        .toList()));
            case Plan(var explanation, var steps) ->
                json.with("kind", "plan")
                        .with("explanation", explanation)
                        .with(
                                "steps",
                                Json.array(steps.stream().map(DetailCodec::step).toList()));
            case Picture(var path, var url) ->
                json.with("kind", "picture").with("path", path).with("url", url);
            case Agents agents -> agents(agents);
            case Mcp(var server, var tool, var arguments, var result) ->
                json.with("kind", "mcp")
                        .with("server", server)
                        .with("tool", tool)
                        .with("arguments", arguments)
                        .with("result", result);
        };
    }

    static Detail read(Json json) {
        if (!(json instanceof Json.Obj)) return new Nothing();
        return switch (json.text("kind")) {
            case "command" -> new Command(json.text("command"), json.text("cwd"));
            case "ran" ->
                new Ran(
                        json.text("command"),
                        json.text("cwd"),
                        (int) json.number("exit_code"),
                        json.text("output"),
                        json.number("millis"),
                        Optional.of(json.text("started_by", ""))
                                .filter(call -> !call.isEmpty())
                                .map(CallId::new));
            case "edits" ->
                new Edits(json.list("changes").stream().map(DetailCodec::change).toList());
            case "plan" ->
                new Plan(
                        json.text("explanation"),
                        json.list("steps").stream().map(DetailCodec::step).toList());
            case "picture" -> new Picture(json.text("path"), json.text("url"));
            case "mcp" -> new Mcp(json.text("server"), json.text("tool"), json.text("arguments"), json.text("result"));
            case "agents" ->
                new Agents(
                        JsonNames.read(Agents.Act.class, json, "act"),
                        json.text("prompt"),
                        json.text("model"),
                        json.text("effort"),
                        json.list("agents").stream().map(DetailCodec::agent).toList());
            case String _ -> new Nothing();
        };
    }

    private static Json ran(Ran ran) {
        var json = Json.object()
                .with("kind", "ran")
                .with("command", ran.command())
                .with("cwd", ran.cwd())
                .with("exit_code", ran.exitCode())
                .with("output", ran.output())
                .with("millis", ran.millis());
        return ran.startedBy().isEmpty()
                ? json
                : json.with("started_by", ran.startedBy().get().value());
    }

    private static Json agents(Agents agents) {
        return Json.object()
                .with("kind", "agents")
                .with("act", JsonNames.of(agents.act()))
                .with("prompt", agents.prompt())
                .with("model", agents.model())
                .with("effort", agents.effort())
                .with(
                        "agents",
                        Json.array(agents.agents().stream()
                                .map(agent -> Json.object()
                                        .with("thread", agent.thread())
                                        .with("standing", JsonNames.of(agent.standing()))
                                        .with("message", agent.message()))
                                .toList()));
    }

    private static AgentState agent(Json json) {
        return new AgentState(
                json.text("thread"), JsonNames.read(AgentState.Standing.class, json, "standing"), json.text("message"));
    }

    static Json change(FileChange change) {
        return Json.object()
                .with("path", change.path())
                .with("kind", JsonNames.of(change.kind()))
                .with("moved_to", change.movedTo())
                .with("diff", change.diff());
    }

    static FileChange change(Json json) {
        return new FileChange(
                json.text("path"),
                JsonNames.read(FileChange.Kind.class, json, "kind"),
                json.text("moved_to"),
                json.text("diff"));
    }

    private static Json step(PlanStep step) {
        return Json.object().with("step", step.step()).with("progress", JsonNames.of(step.progress()));
    }

    private static PlanStep step(Json json) {
        return new PlanStep(json.text("step"), JsonNames.read(PlanStep.Progress.class, json, "progress"));
    }
}
