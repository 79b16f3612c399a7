package dev.pawl.tool.agents;

import dev.pawl.agent.Tool;
import dev.pawl.delegation.Family;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The tools about agents that a turn is offered.
public final class AgentTools {
    private AgentTools() {}

    /// None for an agent that may call no others.
    public static List<Tool> of(Family family, InstantSource clock) {
        if (!family.mayCall()) return List.of();
        var tools = new ArrayList<Tool>();
        switch (family.terms().version()) {
            case NONE -> {}
            case V1 -> tools.addAll(new AgentToolsV1(family, clock).all());
            case V2 -> tools.addAll(new AgentToolsV2(family).all());
        }
        tools.add(new RunAgents(family).tool());
        return tools;
    }
}
