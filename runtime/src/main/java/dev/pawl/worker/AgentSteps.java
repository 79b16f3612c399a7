package dev.pawl.worker;

import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.receipt.Hold;
import java.util.function.Function;

/// Makes the agent's steps for a turn: the agent is looked up by the gate, so that any worker
/// can go on with any thread.
public record AgentSteps(Ledger ledger, Function<Gate, Agent> agents) implements Steps.Maker {
    @Override
    public Steps stepsFor(Hold hold) {
        var agent = agents.apply(hold.gate());
        return new StepRun(
                agent, Meter.of(ledger, hold.gate().agent(), agent.setup().window()));
    }
}
