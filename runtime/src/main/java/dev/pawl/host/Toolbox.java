package dev.pawl.host;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.files.GrepFiles;
import dev.pawl.tool.files.ListDir;
import dev.pawl.tool.files.ReadFile;
import dev.pawl.tool.files.UpdatePlan;
import dev.pawl.tool.files.ViewImage;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.patch.PatchRecovery;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.shell.ExecCommandTool;
import dev.pawl.tool.shell.LeftBehind;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.tool.shell.WriteStdin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tools of one thread of chat, by name, in the order the model is told of them. Safe for use
/// by many threads.
public final class Toolbox {
    private final ToolEnvironment toolEnvironment;
    private final Map<String, Tool> tools;

    private Toolbox(ToolEnvironment toolEnvironment, List<Tool> tools) {
        this.toolEnvironment = toolEnvironment;
        var byName = new LinkedHashMap<String, Tool>();
        for (var tool : tools) {
            if (byName.put(tool.spec().name(), tool) != null) {
                throw new IllegalArgumentException(
                        "two tools named " + tool.spec().name());
            }
        }
        this.tools = byName;
    }

    /// The tools every thread has. A turn that must hand in fields gets `submit_result` by [#with].
    ///
    /// @param terminals where commands are started and kept; those of the whole process
    public static Toolbox of(ToolEnvironment toolEnvironment, Terminals terminals) {
        var patches = new ApplyPatch(toolEnvironment);
        var access = AccessMap.of(toolEnvironment.confinement());
        return new Toolbox(
                toolEnvironment,
                List.of(
                        new ExecCommandTool(toolEnvironment, patches, terminals),
                        new WriteStdin(toolEnvironment, terminals),
                        patches,
                        new ReadFile(toolEnvironment, access),
                        new ListDir(toolEnvironment, access),
                        new GrepFiles(toolEnvironment, access, terminals.sandbox()),
                        new ViewImage(toolEnvironment, access),
                        new UpdatePlan()));
    }

    /// These tools and one more, the last in order.
    public Toolbox with(Tool tool) {
        var all = new ArrayList<>(tools.values());
        all.add(tool);
        return new Toolbox(toolEnvironment, all);
    }

    public Optional<Tool> find(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /// What the model is told, always in the same order: the prompt's beginning must not move.
    public List<ToolSpec> specs() {
        return tools.values().stream().map(Tool::spec).toList();
    }

    /// Brings to an end what a call left when its worker died: processes are ended, a patch is
    /// finished or undone. For each call without a result, before its turn goes on.
    public void endLeftovers(CallId call) throws IOException {
        new LeftBehind(toolEnvironment).end(call);
        new PatchRecovery(toolEnvironment).recover(call);
    }

    /// The answer to a call of a tool that is not here.
    public static Tool.Outcome.Done unsupported(Item.ToolCall call) {
        return Tool.Outcome.failed(
                switch (call.form()) {
                    case FUNCTION -> "unsupported call: " + call.tool();
                    case FREEFORM -> "unsupported custom tool call: " + call.tool();
                });
    }
}
