package dev.pawl.worker.turn;

import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.receipt.Hold;
import java.util.function.Function;

/// Makes the agent's steps for a turn: the agent is looked up by the gate, so that any worker
/// can go on with any thread.
public record AgentSteps(Ledger ledger, Function<Gate, Agent> agents) implements Steps.Maker {
    @Override
    public Steps stepsFor(Hold hold) {
        if (QuestionSteps.isFor(hold)) return new QuestionSteps();
        var agent = agents.apply(hold.gate());
        return new StepRun(agent, Meter.of(ledger, hold.gate(), agent.setup().window()));
    }
}
