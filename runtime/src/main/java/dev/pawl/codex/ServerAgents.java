package dev.pawl.codex;

import dev.pawl.json.Json;
import dev.pawl.view.ItemView.AgentCall;
import java.util.List;

/// Calls of other agents as clients of Codex's app-server know them (`collabAgentToolCall`).
final class ServerAgents {
    private ServerAgents() {}

    static Json.Obj of(AgentCall call) {
        var states = Json.object();
        // How they stand is known when the call is over.
        for (var agent : call.state().isOver() ? call.agents() : List.<AgentCall.Agent>of()) {
            states = states.with(
                    agent.thread(),
                    Json.object()
                            .with("status", standing(agent.standing()))
                            .with("message", Json.orNull(agent.message())));
        }
        return ServerItems.item("collabAgentToolCall", call.id())
                .with("tool", tool(call.act()))
                .with("status", call.state().isOver() ? ended(call) : "inProgress")
                .with("senderThreadId", call.sender())
                .with(
                        "receiverThreadIds",
                        Json.strings(call.agents().stream()
                                .map(AgentCall.Agent::thread)
                                .toList()))
                .with("prompt", Json.orNull(call.prompt()))
                .with("model", Json.orNull(call.model()))
                .with("reasoningEffort", Json.orNull(call.effort()))
                .with("agentsStates", states);
    }

    private static String ended(AgentCall call) {
        return ServerItems.status(call.state()).equals("completed") ? "completed" : "failed";
    }

    private static String tool(AgentCall.Act act) {
        return switch (act) {
            case SPAWN -> "spawnAgent";
            case SEND -> "sendInput";
            case RESUME -> "resumeAgent";
            case WAIT -> "wait";
            case CLOSE -> "closeAgent";
        };
    }

    private static String standing(AgentCall.Standing standing) {
        return switch (standing) {
            case PENDING -> "pendingInit";
            case RUNNING -> "running";
            case INTERRUPTED -> "interrupted";
            case COMPLETED -> "completed";
            case FAILED -> "errored";
            case CLOSED -> "shutdown";
            case NOT_FOUND -> "notFound";
        };
    }
}
