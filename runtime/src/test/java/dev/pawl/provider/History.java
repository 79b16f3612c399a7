package dev.pawl.provider;

import dev.pawl.agent.ToolSpec;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Part;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import java.util.List;

/// A history with every kind of item.
final class History {
    static final String PICTURE = "data:image/png;base64,iVBORw0KGgo=";
    static final CallId LS = new CallId("call_ls");
    static final CallId PATCH = new CallId("call_patch");
    static final CallId VIEW = new CallId("call_view");

    static final List<Item> EVERYTHING = List.of(
            new Item.Summary("We fixed the parser."),
            new Item.Briefing(Item.Briefing.Role.DEVELOPER, "You may write."),
            new Item.Briefing(Item.Briefing.Role.USER, "<environment_context/>"),
            new Item.ResultFields(List.of(new Field("title", "a title")), ""),
            new Item.UserMessage(List.of(new Part.Text("look"), new Part.Image(PICTURE))),
            new Item.AgentMessage("I look."),
            call(LS, "exec_command", Form.FUNCTION, "{\"cmd\":\"ls\"}"),
            call(PATCH, "apply_patch", Form.FREEFORM, "*** Begin Patch"),
            Item.ToolResult.success(LS, "a.txt"),
            Item.ToolResult.failed(PATCH, "no"),
            call(VIEW, "view_image", Form.FUNCTION, "{\"path\":\"a.png\"}"),
            new Item.ToolResult(
                    VIEW, CallOutcome.SUCCESS, AfterExecution.CONTINUE, "", new Detail.Picture("a.png", PICTURE)),
            new Item.AgentMessage("Done."),
            Item.Deliverable.success("Done."),
            Item.UserMessage.of("thanks"));

    static final List<ToolSpec> TOOLS = List.of(
            new ToolSpec.Function("exec_command", "Runs a command.", "{\"type\":\"object\",\"properties\":{}}"),
            new ToolSpec.Freeform(
                    "apply_patch",
                    "Edits files.",
                    "lark",
                    "start: begin",
                    "{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\"}}}"));

    private History() {}

    static Item.ToolCall call(CallId call, String tool, Form form, String arguments) {
        return new Item.ToolCall(call, tool, form, arguments, Replay.EFFECT);
    }
}
