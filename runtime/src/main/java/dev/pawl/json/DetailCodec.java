package dev.pawl.json;

import dev.pawl.card.Detail;
import dev.pawl.card.Detail.Command;
import dev.pawl.card.Detail.Edits;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Detail.Mcp;
import dev.pawl.card.Detail.Nothing;
import dev.pawl.card.Detail.Picture;
import dev.pawl.card.Detail.Plan;
import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Detail.Ran;

/// Details of calls and results as JSON, inside their item. Nothing to show is nothing written, so
/// cards from before there were details read as such.
final class DetailCodec {
    private DetailCodec() {}

    static Json write(Detail detail) {
        return switch (detail) {
            case Nothing _ -> Json.NULL;
            case Command(var command, var cwd) ->
                typed("command").with("command", command).with("cwd", cwd);
            case Ran(var command, var cwd, var exitCode, var output, var millis) ->
                typed("ran")
                        .with("command", command)
                        .with("cwd", cwd)
                        .with("exit_code", exitCode)
                        .with("output", output)
                        .with("millis", millis);
            case Edits(var changes) ->
                typed("edits")
                        .with(
                                "changes",
                                Json.array(changes.stream()
                                        .map(DetailCodec::change)
                                        .toList()));
            case Plan(var explanation, var steps) ->
                typed("plan")
                        .with("explanation", explanation)
                        .with(
                                "steps",
                                Json.array(steps.stream().map(DetailCodec::step).toList()));
            case Picture(var path, var url) ->
                typed("picture").with("path", path).with("url", url);
            case Mcp(var server, var tool, var arguments, var result) ->
                typed("mcp")
                        .with("server", server)
                        .with("tool", tool)
                        .with("arguments", arguments)
                        .with("result", result);
        };
    }

    static Detail read(Json json) {
        if (json.isNull()) return new Nothing();
        return switch (json.text("type")) {
            case "command" -> new Command(json.text("command"), json.text("cwd"));
            case "ran" ->
                new Ran(
                        json.text("command"),
                        json.text("cwd"),
                        (int) json.number("exit_code"),
                        json.text("output"),
                        json.number("millis"));
            case "edits" ->
                new Edits(json.list("changes").stream().map(DetailCodec::change).toList());
            case "plan" ->
                new Plan(
                        json.text("explanation"),
                        json.list("steps").stream().map(DetailCodec::step).toList());
            case "picture" -> new Picture(json.text("path"), json.text("url"));
            case "mcp" -> new Mcp(json.text("server"), json.text("tool"), json.text("arguments"), json.text("result"));
            case String unknown -> throw new BadJson("unknown detail of a call: " + unknown);
        };
    }

    private static Json.Obj typed(String type) {
        return Json.object().with("type", type);
    }

    private static Json.Obj change(FileChange change) {
        return Json.object()
                .with("path", change.path())
                .with("kind", Names.of(change.kind()))
                .with("moved_to", change.movedTo())
                .with("diff", change.diff());
    }

    private static FileChange change(Json json) {
        return new FileChange(
                json.text("path"),
                Names.read(FileChange.Kind.class, json, "kind"),
                json.text("moved_to"),
                json.text("diff"));
    }

    private static Json.Obj step(PlanStep step) {
        return Json.object().with("step", step.step()).with("progress", Names.of(step.progress()));
    }

    private static PlanStep step(Json json) {
        return new PlanStep(json.text("step"), Names.read(PlanStep.Progress.class, json, "progress"));
    }
}
