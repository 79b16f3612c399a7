package dev.pawl.view;

import dev.pawl.card.Detail;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.card.Item.ToolResult;
import dev.pawl.card.Outcome;
import dev.pawl.view.CommandProgress.Exited;
import dev.pawl.view.CommandProgress.Running;
import dev.pawl.view.CommandProgress.Unfinished;
import dev.pawl.view.ItemView.AgentCall;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.ItemView.CommandRun.Caller;
import dev.pawl.view.ItemView.FileEdit;
import dev.pawl.view.ItemView.Image;
import dev.pawl.view.ItemView.McpCall;
import dev.pawl.view.ItemView.ToolUse;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A call that has begun and not ended, and how it is shown. Used by one thread.
final class OpenCall {
    private static final int MOST_OUTPUT = 1024 * 1024;
    private static final String LEFT_OPEN = "the turn ended before the call did";

    private final ToolCall call;
    private final Place place;
    private final Instant since;
    private final StringBuilder heard = new StringBuilder();
    private @Nullable Outlived outlived;

    /// The thread that calls, and its folder.
    record Place(String thread, String cwd) {}

    OpenCall(ToolCall call, Place place, Instant since) {
        this.call = call;
        this.place = place;
        this.since = since;
    }

    boolean isMcp() {
        return call.detail() instanceof Detail.Mcp;
    }

    /// Whether its command goes on after this result.
    boolean isOutlivedAt(ToolResult result) {
        return call.isOutlivedAt(result);
    }

    boolean isOutlived() {
        return outlived != null;
    }

    void outlive(Outlived command) {
        outlived = command;
    }

    /// A later look at a command that goes on; whether it was this one.
    boolean goesOnWith(Outlived more) {
        if (outlived == null || !outlived.isSame(more)) return false;
        outlived = outlived.and(more);
        return true;
    }

    /// What live words tell of its output.
    void hear(String words) {
        if (heard.length() < MOST_OUTPUT) heard.append(words);
    }

    ItemView running(Instant now) {
        if (call.detail() instanceof Detail.Command command) {
            return command(command, outlived == null ? new Running(heard.toString()) : soFar(CallState.RUNNING, now));
        }
        return view(CallState.RUNNING, "");
    }

    ItemView ended(ToolResult result) {
        var id = call.call().value();
        var state = CallState.of(result.answer());
        return switch (result.detail()) {
            // The end of a command that another call started: this one has looked at it.
            case Detail.Ran ran -> ran.startedBy().isPresent() ? view(state, result.output()) : exited(ran);
            case Detail.Edits(var changes) -> new FileEdit(id, changes, place.cwd(), state, true, result.output());
            case Detail.Mcp mcp ->
                new McpCall(id, mcp.server(), mcp.tool(), mcp.arguments(), mcp.result(), state, result.output());
            case Detail.Picture(var path, var url) -> new Image(id, path, url, state);
            case Detail.Agents agents -> agents(agents, state, result.output());
            case Detail.Nothing _, Detail.Command _, Detail.Plan _ -> view(state, result.output());
        };
    }

    CommandRun exited(Detail.Ran ran) {
        var end = new Exited(ran.exitCode(), ran.output(), ran.millis());
        return new CommandRun(call.call().value(), ran.command(), ran.cwd(), Caller.AGENT, end);
    }

    /// A command that outlived its call has ended, and its end was not seen.
    ItemView lost() {
        return view(CallState.UNKNOWN, "");
    }

    /// The turn ends before the call: a command that outlived its call may go on.
    ItemView leftOpen(Outcome outcome, Instant at) {
        var state = outcome == Outcome.CANCELED ? CallState.CANCELED : CallState.UNKNOWN;
        if (!(call.detail() instanceof Detail.Command command)) return view(state, LEFT_OPEN);
        if (outlived == null) return view(state, "");
        return command(command, soFar(outcome == Outcome.SUCCESS ? CallState.SUCCESS : state, at));
    }

    private CommandProgress soFar(CallState state, Instant at) {
        if (outlived == null) return new Running(heard.toString());
        var millis = Math.max(0, Duration.between(since, at).toMillis());
        var output = heard.isEmpty() ? outlived.output() : heard.toString();
        return new CommandProgress.Outlived(outlived.process(), output, millis, state);
    }

    private CommandRun command(Detail.Command command, CommandProgress progress) {
        return new CommandRun(call.call().value(), command.command(), command.cwd(), Caller.AGENT, progress);
    }

    /// What is known from the call itself.
    private ItemView view(CallState state, String text) {
        var id = call.call().value();
        return switch (call.detail()) {
            case Detail.Command command -> command(command, new Unfinished(state, text, heard.toString()));
            case Detail.Edits(var changes) -> new FileEdit(id, changes, place.cwd(), state, false, text);
            case Detail.Mcp mcp ->
                new McpCall(id, mcp.server(), mcp.tool(), mcp.arguments(), mcp.result(), state, text);
            case Detail.Picture(var path, var url) -> new Image(id, path, url, state);
            case Detail.Agents agents -> agents(agents, state, text);
            case Detail.Nothing _, Detail.Ran _, Detail.Plan _ ->
                new ToolUse(id, call.tool(), call.arguments(), state, text);
        };
    }

    private AgentCall agents(Detail.Agents agents, CallState state, String text) {
        return new AgentCall(
                call.call().value(),
                AgentCall.Act.valueOf(agents.act().name()),
                place.thread(),
                agents.prompt(),
                agents.model(),
                agents.effort(),
                agents.agents().stream()
                        .map(agent -> new AgentCall.Agent(
                                agent.thread(),
                                AgentCall.Standing.valueOf(agent.standing().name()),
                                agent.message()))
                        .toList(),
                state,
                text);
    }
}
