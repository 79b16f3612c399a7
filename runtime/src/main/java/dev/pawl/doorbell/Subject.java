package dev.pawl.doorbell;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;

/// What a message on the bus is about. [Subjects] spells it.
public sealed interface Subject {
    /// `cmd.agent.{target}.wakeup`: look at the inboxes of a target's agents.
    record Wakeup(WorkerTarget target) implements Subject {}

    /// `evt.agent.{id}.task|step|state`: something happened to an agent's turn.
    record Told(AgentId agent, Topic topic) implements Subject {}

    /// `cmd.tool.{name}.call`: a tool that runs elsewhere is asked for.
    record ToolCall(String tool) implements Subject {
        private static final int LONGEST = 200;

        public ToolCall {
            if (tool.isEmpty()) throw new IllegalArgumentException("a tool without a name");
            if (tool.length() > LONGEST) throw new IllegalArgumentException("a tool's name longer than " + LONGEST);
        }
    }

    enum Topic {
        TASK,
        STEP,
        STATE
    }
}
