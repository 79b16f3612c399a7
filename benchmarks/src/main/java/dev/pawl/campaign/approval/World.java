package dev.pawl.campaign.approval;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The policy and the surroundings a call is judged in.
record World(
        ApprovalContext.Approval approval,
        ApprovalContext.Mode mode,
        boolean canConfine,
        Network network,
        List<Path> roots,
        Map<String, String> variables) {
    World {
        roots = List.copyOf(roots);
        variables = Map.copyOf(variables);
    }

    static World usual(ApprovalContext.Approval approval, Ground ground) {
        return new World(
                approval,
                ApprovalContext.Mode.WORKSPACE_WRITE,
                true,
                Network.OFF,
                List.of(ground.project()),
                ground.variables());
    }

    ApprovalContext context() {
        return new ApprovalContext(approval, mode, canConfine, List.of(), Set.of());
    }

    ToolEnvironment toolEnvironment(ThreadId thread, Ground ground) {
        var confinement = new Confinement(mode, roots, List.of(), List.of(), network);
        var shell = new ToolEnvironment.Shell(Path.of("/bin/bash"), variables);
        var home = ground.base().resolve("home");
        return new ToolEnvironment(thread, ground.project(), confinement, home, shell, OutputLimits.usual());
    }

    World with(ApprovalContext.Approval other) {
        return new World(other, mode, canConfine, network, roots, variables);
    }

    World with(ApprovalContext.Mode other) {
        return new World(approval, other, canConfine, network, roots, variables);
    }

    World with(Network other) {
        return new World(approval, mode, canConfine, other, roots, variables);
    }

    World without(String variable) {
        var fewer = new HashMap<>(variables);
        fewer.remove(variable);
        return new World(approval, mode, canConfine, network, roots, fewer);
    }

    World with(String variable, String value) {
        var more = new HashMap<>(variables);
        more.put(variable, value);
        return new World(approval, mode, canConfine, network, roots, more);
    }

    World with(Path root) {
        var more = new ArrayList<>(roots);
        more.add(root);
        return new World(approval, mode, canConfine, network, more, variables);
    }
}
