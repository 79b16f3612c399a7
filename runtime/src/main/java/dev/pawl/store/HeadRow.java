package dev.pawl.store;

import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Lease;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Between a head and its columns. A suspended head needs its waits, which are rows of their own.
record HeadRow(Epoch epoch, boolean isSuspended, Function<Set<CallId>, Head> head) {

    static HeadRow read(Row row) throws SQLException {
        var agent = new AgentId(row.text("agent_id"));
        var epoch = new Epoch(row.number("turn_epoch"));
        var target = new WorkerTarget(row.text("worker_target"));
        var since = row.time("since");
        var output = new BoxId(row.text("output_box_id"));
        var tally = new Head.Tally(row.number("last_letter"), row.number("last_seq"), (int) row.number("takeovers"));
        var state = state(row, agent, epoch);
        var isSuspended = row.text("status").equals("suspended");
        return new HeadRow(epoch, isSuspended, waits -> new Head(target, state.apply(waits), since, output, tally));
    }

    private static Function<Set<CallId>, HeadState> state(Row row, AgentId agent, Epoch epoch) throws SQLException {
        var status = row.text("status");
        if (status.equals("idle")) return _ -> new Idle(agent, epoch);
        var gate = new Gate(agent, new TurnId(row.text("active_agent_turn_id")), epoch);
        return switch (status) {
            case "dispatched" -> _ -> new Dispatched(gate);
            case "running" -> running(row, gate);
            case "suspended" -> suspended(row, gate);
            default -> throw new IllegalStateException("unknown status of agent " + agent + ": " + status);
        };
    }

    private static Function<Set<CallId>, HeadState> running(Row row, Gate gate) throws SQLException {
        var lease = new Lease(new WorkerId(row.text("owner_id")), row.time("owner_until"));
        return _ -> new Running(gate, lease);
    }

    private static Function<Set<CallId>, HeadState> suspended(Row row, Gate gate) throws SQLException {
        var resumeBy = row.time("resume_deadline");
        return waits -> new Suspended(gate, waits, resumeBy);
    }

    static String status(Head head) {
        return switch (head.state()) {
            case Idle _ -> "idle";
            case Dispatched _ -> "dispatched";
            case Running _ -> "running";
            case Suspended _ -> "suspended";
        };
    }

    static Values values(Head head) {
        var tally = head.tally();
        var values = Values.of("agent", head.agent().value())
                .text("target", head.target().value())
                .number("epoch", head.state().epoch().value())
                .time("since", head.since())
                .text("output", head.output().value())
                .number("letters", tally.letters())
                .number("events", tally.events())
                .number("takeovers", tally.takeovers());
        return switch (head.state()) {
            case Idle _ -> state(values, "idle", null, null, null, null);
            case Dispatched(var gate) -> state(values, "dispatched", gate.turn(), null, null, null);
            case Running(var gate, var lease) ->
                state(values, "running", gate.turn(), lease.owner().value(), lease.until(), null);
            case Suspended(var gate, var _, var resumeBy) ->
                state(values, "suspended", gate.turn(), null, null, resumeBy);
        };
    }

    private static Values state(
            Values values,
            String status,
            @Nullable TurnId turn,
            @Nullable String owner,
            @Nullable Instant until,
            @Nullable Instant resumeBy) {
        return values.text("status", status)
                .text("turn", turn == null ? null : turn.value())
                .text("owner", owner)
                .time("owner_until", until)
                .time("resume_by", resumeBy);
    }
}
