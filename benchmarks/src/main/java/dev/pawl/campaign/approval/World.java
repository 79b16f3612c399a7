package dev.pawl.campaign.approval;

import dev.pawl.agent.Stance;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.Limits;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.sandbox.Confinement;
import dev.pawl.tool.sandbox.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The policy and the surroundings a call is judged in.
record World(
        Stance.Approval approval,
        Stance.Mode mode,
        boolean canConfine,
        Network network,
        List<Path> roots,
        Map<String, String> variables) {
    World {
        roots = List.copyOf(roots);
        variables = Map.copyOf(variables);
    }

    static World usual(Stance.Approval approval, Ground ground) {
        return new World(
                approval,
                Stance.Mode.WORKSPACE_WRITE,
                true,
                Network.OFF,
                List.of(ground.project()),
                ground.variables());
    }

    Stance stance() {
        return new Stance(approval, mode, canConfine, List.of(), Set.of());
    }

    Workplace workplace(ThreadId thread, Ground ground) {
        var confinement = new Confinement(mode, roots, List.of(), List.of(), network);
        var shell = new Workplace.Shell(Path.of("/bin/bash"), variables);
        var home = ground.base().resolve("home");
        return new Workplace(thread, ground.project(), confinement, home, shell, Limits.usual());
    }

    World with(Stance.Approval other) {
        return new World(other, mode, canConfine, network, roots, variables);
    }

    World with(Stance.Mode other) {
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
