package dev.pawl.kernel;

import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.TurnTrigger.Begin;
import dev.pawl.kernel.TurnTrigger.Deliver;
import dev.pawl.kernel.TurnTrigger.Dispatch;
import dev.pawl.kernel.TurnTrigger.Renew;
import dev.pawl.kernel.TurnTrigger.Report;
import dev.pawl.kernel.TurnTrigger.Resume;
import dev.pawl.kernel.TurnTrigger.Stop;
import dev.pawl.kernel.TurnTrigger.Suspend;
import dev.pawl.kernel.TurnTrigger.TakeOver;
import dev.pawl.kernel.Verdict.Accept;
import dev.pawl.kernel.Verdict.Defer;
import dev.pawl.kernel.Verdict.Ignore;
import dev.pawl.kernel.Verdict.Move;
import dev.pawl.kernel.Verdict.Refuse;
import java.time.Instant;
import java.util.Map;

/// The life of a turn as one pure function. The picture is `docs/state/turn.md`, made from here.
///
/// Every state answers every trigger. The epoch grows at each change of ownership: dispatch,
/// resume, take-over and stop; a holder of an older gate is refused by the comparison alone.
public final class TurnMachine {
    private TurnMachine() {}

    public static Verdict next(HeadState state, TurnTrigger trigger) {
        return switch (state) {
            case Idle idle -> fromIdle(idle, trigger);
            case Dispatched dispatched -> fromDispatched(dispatched, trigger);
            case Running running -> fromRunning(running, trigger);
            case Suspended suspended -> fromSuspended(suspended, trigger);
        };
    }

    private static Verdict fromIdle(Idle idle, TurnTrigger trigger) {
        return switch (trigger) {
            case Dispatch(var turn) ->
                new Move(
                        new Dispatched(new Gate(idle.agent(), turn, idle.epoch().next())));
            case Report _, Stop _ -> new Ignore();
            case Begin _, Suspend _, Resume _, Renew _, TakeOver _, Deliver _ -> new Refuse(idle, trigger);
        };
    }

    private static Verdict fromDispatched(Dispatched dispatched, TurnTrigger trigger) {
        var mine = dispatched.gate();
        return switch (trigger) {
            case Begin(var gate, var lease) when gate.equals(mine) -> new Move(new Running(gate, lease));
            case Deliver(var gate) when gate.equals(mine) -> idle(mine.next());
            case Stop(var turn) -> stop(mine, turn);
            case Report _ -> new Ignore();
            case Dispatch _, Begin _, Suspend _, Resume _, Renew _, TakeOver _, Deliver _ ->
                new Refuse(dispatched, trigger);
        };
    }

    private static Verdict fromRunning(Running running, TurnTrigger trigger) {
        var mine = running.gate();
        return switch (trigger) {
            case Suspend(var gate, var deadlines) when gate.equals(mine) -> new Move(suspended(gate, deadlines));
            case Renew(var gate, var lease) when gate.equals(mine) -> new Move(new Running(gate, lease));
            case TakeOver(var gate, var lease) when gate.equals(mine) -> new Move(new Running(gate.next(), lease));
            case Deliver(var gate) when gate.equals(mine) -> idle(mine);
            case Stop(var turn) -> stop(mine, turn);
            // Its suspend may not be written yet: acknowledging it here would lose it.
            case Report(var turn, var _) -> turn.equals(mine.turn()) ? new Defer() : new Ignore();
            case Dispatch _, Begin _, Suspend _, Resume _, Renew _, TakeOver _, Deliver _ ->
                new Refuse(running, trigger);
        };
    }

    private static Verdict fromSuspended(Suspended suspended, TurnTrigger trigger) {
        var mine = suspended.gate();
        return switch (trigger) {
            case Report(var turn, var call) ->
                turn.equals(mine.turn()) && suspended.waits().contains(call) ? new Accept() : new Ignore();
            case Resume(var gate, var open, var lease)
            when gate.equals(mine) ->
                new Move(open.isEmpty() ? new Running(gate.next(), lease) : suspended(gate, open));
            case Deliver(var gate) when gate.equals(mine) -> idle(mine.next());
            case Stop(var turn) -> stop(mine, turn);
            case Dispatch _, Begin _, Suspend _, Resume _, Renew _, TakeOver _, Deliver _ ->
                new Refuse(suspended, trigger);
        };
    }

    private static Verdict stop(Gate mine, TurnId turn) {
        return turn.equals(mine.turn()) ? idle(mine.next()) : new Ignore();
    }

    private static Move idle(Gate last) {
        return new Move(new Idle(last.agent(), last.epoch()));
    }

    private static Suspended suspended(Gate gate, Map<CallId, Instant> deadlines) {
        var first = deadlines.values().stream().min(Instant::compareTo).orElse(Instant.MAX);
        return new Suspended(gate, deadlines.keySet(), first);
    }
}
