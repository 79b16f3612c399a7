package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.hub.Prelude;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.Map;

/// `thread/goal/…`: what a thread is for. It is kept with the thread and told to the agent with the
/// next request; Pawl begins no turn for it by itself.
final class GoalMethods {
    private static final String NOTE = "goal";

    private final Hub hub;
    private final Notes notes;

    GoalMethods(Hub hub) {
        this.hub = hub;
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/goal/set", this::set);
        methods.put("thread/goal/get", this::get);
        methods.put("thread/goal/clear", this::clear);
    }

    private void get(Call call) {
        call.answer(Json.object().with("goal", notes.read(notes.durable(call.params()), NOTE)));
    }

    private void set(Call call) {
        var params = call.params();
        var thread = notes.durable(params);
        var objective = params.optional("objective").map(String::strip);
        if (objective.isPresent() && objective.get().isEmpty()) {
            throw RpcError.invalid("goal objective must not be empty");
        }
        if (params.whole("tokenBudget").orElse(1L) < 1) {
            throw RpcError.invalid("goal budgets must be positive when provided");
        }
        var goal = notes.change(thread, NOTE, before -> changed(thread, before, params));
        var holds = goal.text("status").equals("active");
        if (!holds || objective.isPresent()) Prelude.goal(notes, thread, holds ? goal.text("objective") : "");
        call.answer(Json.object().with("goal", goal));
        hub.tellEverybody(
                "thread/goal/updated",
                Json.object()
                        .with("threadId", thread.value())
                        .with("turnId", Json.Null.NULL)
                        .with("goal", goal));
    }

    private Json changed(ThreadId thread, Json before, Params params) {
        var now = hub.backend().now().getEpochSecond();
        if (before.isNull() && params.optional("objective").isEmpty()) {
            throw RpcError.invalid("cannot update goal for thread " + thread + ": no goal exists");
        }
        var goal = before instanceof Json.Obj known
                ? known
                : Json.object()
                        .with("threadId", thread.value())
                        .with("objective", "")
                        .with("status", "active")
                        .with("tokenBudget", Json.Null.NULL)
                        .with("tokensUsed", 0)
                        .with("timeUsedSeconds", 0)
                        .with("createdAt", now);
        if (params.optional("objective").isPresent()) {
            goal = goal.with("objective", params.text("objective").strip()).with("status", "active");
        }
        if (params.optional("status").isPresent()) goal = goal.with("status", params.text("status"));
        var budget = params.whole("tokenBudget");
        if (budget.isPresent()) goal = goal.with("tokenBudget", budget.get());
        return goal.with("updatedAt", now);
    }

    private void clear(Call call) {
        var thread = notes.durable(call.params());
        var there = !notes.read(thread, NOTE).isNull();
        notes.change(thread, NOTE, _ -> Json.Null.NULL);
        Prelude.goal(notes, thread, "");
        call.answer(Json.object().with("cleared", Json.of(there)));
        if (there) hub.tellEverybody("thread/goal/cleared", Json.object().with("threadId", thread.value()));
    }
}
