package dev.pawl.host;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.briefing.ProjectBriefing;
import dev.pawl.briefing.Skills;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.hook.Hooks;
import dev.pawl.tool.mcp.ServerSettings;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workspace.SharedRoots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What a thread's turns work with, as values of the runtime. A surface makes them of its
/// settings; a Java program that embeds Pawl uses [PlainConfig] or implements this itself.
///
/// A turn keeps what it began with. Methods may throw when a setting cannot work; [#explain] says
/// in which words the turn then ends. Safe for use by many threads.
public interface ThreadConfig {
    /// The same for threads that work in this folder.
    default ThreadConfig in(String cwd) {
        return this;
    }

    /// Folders that every machine of the fleet has.
    default SharedRoots sharedRoots() {
        return SharedRoots.NONE;
    }

    /// How a new thread is set up.
    Setup setup();

    /// How an earlier thread goes on that names no folder or model of this machine.
    default Setup adjusted(Setup earlier) {
        return earlier;
    }

    /// Throws when a turn of a thread set up so could not run: its provider, key, rules or MCP
    /// servers are not as they must be.
    default void check(Setup setup) {
        provider(setup.provider()).endpoint().key().value();
        rules(Path.of(setup.cwd()));
        in(setup.cwd()).mcpServers();
    }

    ProviderSettings provider(String name);

    /// Whether both name the same servers and keys, so that connections may be kept.
    default boolean hasSameProviders(ThreadConfig other) {
        return equals(other);
    }

    /// Where and how tools work.
    ToolEnvironments environments();

    /// The user's own rules for approvals, and where accepted ones are kept.
    default Rulebook rulebook() {
        return Rulebook.NONE;
    }

    /// All rules that hold in a folder.
    default List<Rule> rules(Path cwd) {
        return rulebook().rules();
    }

    default Checkpoints.Turn checkpoint(ThreadId thread, TurnId turn, ToolEnvironment environment) {
        return Checkpoints.Turn.UNWATCHED;
    }

    /// @param sandbox where the hooks' commands are started
    default Hooks hooks(Gate gate, Setup setup, ToolEnvironment environment, Sandbox sandbox) {
        var place = new Hooks.Place(gate.agent().value(), gate.turn().value(), setup.model(), environment, sandbox);
        return new Hooks(List.of(), List.of(), place, _ -> {});
    }

    /// What keeps secrets out of texts; empty when that is switched off.
    default Optional<Redaction> redaction() {
        return Optional.empty();
    }

    default List<ServerSettings> mcpServers() {
        return List.of();
    }

    /// How long a turn's first step waits for MCP servers.
    default Duration mcpPatience() {
        return Duration.ofSeconds(5);
    }

    /// How long a running call waits for a person's answer.
    default Duration questionPatience() {
        return Duration.ofHours(1);
    }

    /// How long a thread without a turn keeps its MCP servers.
    default Duration unloadAfter() {
        return Duration.ofMinutes(30);
    }

    default Skills skills() {
        return new Skills((_, _) -> true, List.of());
    }

    /// Tools that a thread has beside the usual ones.
    ///
    /// @param workflows the workflows of the store
    default List<Tool> tools(ChatThread thread, Supplier<WorkflowStore> workflows) {
        return List.of();
    }

    /// The user's own instructions, and how much of the project's is read.
    default ProjectBriefing.Words words() {
        return new ProjectBriefing.Words("", "", 32_768);
    }

    /// How long to wait before the first repetition of a failed request.
    default Duration retryBase() {
        return Duration.ofSeconds(1);
    }

    /// Where the model's responses are recorded as a script.
    default Optional<Path> recording() {
        return Optional.empty();
    }

    /// Which agents a thread of this model may call.
    default DelegationTerms delegation(String model) {
        return DelegationTerms.NONE;
    }

    /// What a turn may use before it waits for a person.
    default ThreadSpending.Terms spending() {
        return ThreadSpending.Terms.NONE;
    }

    /// Words for a problem that a setting is the reason for; empty for any other.
    default Optional<String> explain(Throwable problem) {
        return Optional.empty();
    }

    /// Is given what is a bug.
    default void trace(Throwable problem) {}
}
