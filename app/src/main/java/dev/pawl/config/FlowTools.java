package dev.pawl.config;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.runner.agent.WorkflowUpdate;
import dev.pawl.runner.agent.WritePlan;
import dev.pawl.runner.folder.PlanDraft;
import dev.pawl.thread.ChatThread;
import dev.pawl.tool.person.RequestUserInput;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// The tools that a workflow lends the agent of its thread. Threads without one get none.
public final class FlowTools implements Function<ChatThread, List<Tool>> {
    /// How the thread of a workflow began.
    public static final String SOURCE = "flow";

    private final Settings settings;
    private final Supplier<WorkflowStore> store;

    FlowTools(Settings settings, Supplier<WorkflowStore> store) {
        this.settings = settings;
        this.store = store;
    }

    @Override
    public List<Tool> apply(ChatThread thread) {
        if (!thread.source().equals(SOURCE)) return List.of();
        var found = store.get().ofThread(thread.id());
        if (found.isEmpty() || !found.get().flow().isActive()) return List.of();
        var workspace = found.get().workspace();
        var tools = new ArrayList<Tool>();
        tools.add(new WorkflowUpdate(store.get(), workspace));
        if (found.get().flow().state() != WorkflowState.PLANNING) return tools;
        var root = Path.of(thread.setup().cwd());
        var folder = new FlowConfig(settings).planFolder();
        tools.add(new WritePlan(store.get(), workspace, new PlanDraft(root, folder, InstantSource.system())));
        // A plan is made without leave to change anything; questions are welcome all the same.
        var isSilent = ApprovalContext.Approval.of(thread.setup().approval()) == ApprovalContext.Approval.NEVER;
        if (isSilent) tools.add(new RequestUserInput());
        return tools;
    }
}
