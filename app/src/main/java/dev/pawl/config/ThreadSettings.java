package dev.pawl.config;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.briefing.ProjectBriefing;
import dev.pawl.briefing.Skills;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.UsageError;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.config.trust.RuleFile;
import dev.pawl.config.trust.TrustFile;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.host.ThreadConfig;
import dev.pawl.host.ThreadSpending;
import dev.pawl.host.ToolEnvironments;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What turns begin with, by the settings and the command line. Read on first use: a command that
/// runs no turn needs little of it. Safe for use by many threads.
public final class ThreadSettings implements ThreadConfig {
    private final Source source;
    private final SetupConfig setups;
    private final ProviderConfig providers;
    private final McpConfig servers;
    private final RuleFile rules;
    private final TrustFile trust;
    private final RedactionConfig redaction;
    private final Function<String, Optional<ThreadSettings>> elsewhere;
    private @Nullable ToolEnvironments environments;
    private @Nullable HookConfig hooks;
    private @Nullable CheckpointConfig checkpoints;

    /// Where the settings of one command line come from.
    ///
    /// @param secrets files that no command may read
    public record Source(
            Settings settings,
            Arguments arguments,
            Environment environment,
            PawlHome home,
            List<Path> secrets,
            Messenger messenger) {}

    /// Where messages go.
    ///
    /// @param isTerminal whether a person sits at stderr
    /// @param trace      is given what is a bug
    public record Messenger(Console console, boolean isTerminal, Consumer<Throwable> trace) {}

    /// @param elsewhere the settings of a folder's own project; empty for the one of this process
    public ThreadSettings(Source source, Function<String, Optional<ThreadSettings>> elsewhere) {
        this.source = source;
        this.elsewhere = elsewhere;
        var settings = source.settings();
        var home = source.home().files();
        this.setups = new SetupConfig(settings, source.arguments());
        this.providers = new ProviderConfig(settings, source.environment(), new KeyFile(home));
        this.servers = new McpConfig(settings, source.environment());
        this.rules = new RuleFile(home);
        this.trust = new TrustFile(home);
        this.redaction = new RedactionConfig(settings, source.environment(), new KeyFile(home));
    }

    public SetupConfig setups() {
        return setups;
    }

    public ProviderConfig providers() {
        return providers;
    }

    public Settings settings() {
        return source.settings();
    }

    @Override
    public ThreadSettings in(String cwd) {
        return elsewhere.apply(cwd).orElse(this);
    }

    @Override
    public Setup setup() {
        return setups.setup();
    }

    @Override
    public Setup adjusted(Setup earlier) {
        return setups.adjusted(earlier);
    }

    @Override
    public void check(Setup setup) {
        ThreadConfig.super.check(setup);
        turns().check(setup.model());
        in(setup.cwd()).hookConfig();
    }

    @Override
    public ProviderSettings provider(String name) {
        return providers.of(name);
    }

    @Override
    public boolean hasSameProviders(ThreadConfig other) {
        return other instanceof ThreadSettings those && providers.hasSame(those.providers);
    }

    @Override
    public synchronized ToolEnvironments environments() {
        var known = environments;
        if (known != null) return known;
        var home = source.home().files();
        var made =
                new EnvironmentConfig(source.settings(), source.environment(), home, source.secrets()).environments();
        environments = made;
        return made;
    }

    @Override
    public Rulebook rulebook() {
        return rules;
    }

    /// The user's, and those of the folder's project once it is trusted.
    @Override
    public List<Rule> rules(Path cwd) {
        var all = new ArrayList<>(rules.rules());
        all.addAll(trust.rules(cwd));
        return all;
    }

    public synchronized CheckpointConfig checkpoints() {
        var known = checkpoints;
        if (known != null) return known;
        var off = source.arguments().shared().has("--ephemeral")
                || !source.settings().isOn("pawl.checkpoints");
        var made = new CheckpointConfig(
                environments(), source.environment(), off, source.messenger().console()::note);
        checkpoints = made;
        return made;
    }

    @Override
    public Checkpoints.Turn checkpoint(ThreadId thread, TurnId turn, ToolEnvironment environment) {
        return checkpoints().of(thread, turn, environment);
    }

    public synchronized HookConfig hookConfig() {
        var known = hooks;
        if (known != null) return known;
        var messenger = source.messenger();
        var made = new HookConfig(source.settings(), messenger.console(), messenger.isTerminal());
        hooks = made;
        return made;
    }

    @Override
    public Hooks hooks(Gate gate, Setup setup, ToolEnvironment environment, Sandbox sandbox) {
        return hookConfig().of(gate, setup, environment, sandbox);
    }

    @Override
    public Optional<Redaction> redaction() {
        return redaction.isOn() ? Optional.of(redaction.redaction()) : Optional.empty();
    }

    /// What is a secret, also where texts are shown unchanged.
    public Redaction knownSecrets() {
        return redaction.redaction();
    }

    @Override
    public List<ServerSettings> mcpServers() {
        return servers.enabled();
    }

    @Override
    public Duration mcpPatience() {
        return servers.grace();
    }

    @Override
    public Duration questionPatience() {
        return servers.questions();
    }

    @Override
    public Duration unloadAfter() {
        var seconds = source.settings().whole("thread_unload_delay_secs");
        return Duration.ofSeconds(Math.clamp(seconds, 1, 1_000_000_000L));
    }

    @Override
    public Skills skills() {
        return new SkillConfig(source.settings(), source.home(), source.environment()).skills();
    }

    @Override
    public List<Tool> tools(ChatThread thread, Supplier<WorkflowStore> workflows) {
        return new FlowTools(source.settings(), workflows).apply(thread);
    }

    private TurnConfig turns() {
        return new TurnConfig(source.settings());
    }

    @Override
    public SharedRoots sharedRoots() {
        return settings().isSet("pawl.worker.shared_roots")
                ? new SharedRoots(settings().texts("pawl.worker.shared_roots").stream()
                        .map(Path::of)
                        .toList())
                : SharedRoots.NONE;
    }

    @Override
    public DelegationTerms delegation(String model) {
        return turns().delegation(model);
    }

    @Override
    public ThreadSpending.Terms spending() {
        return turns().spending();
    }

    @Override
    public ProjectBriefing.Words words() {
        return setups.words(source.home().instructions());
    }

    @Override
    public Duration retryBase() {
        return Duration.ofMillis(source.settings().whole("pawl.retry_base_ms"));
    }

    @Override
    public Optional<Path> recording() {
        return source.arguments()
                .value("--record")
                .filter(file -> !file.isEmpty())
                .map(Path::of);
    }

    /// Where transcripts in Codex's form go: when started through Codex's names, or on request.
    public Optional<Path> transcripts() {
        var environment = source.environment();
        var codex = environment.get("CODEX_HOME").isPresent()
                && environment.get("PAWL_HOME").isEmpty();
        var wanted = codex || source.settings().isOn("transcripts");
        return wanted && !source.arguments().has("--ephemeral")
                ? Optional.of(source.home().configuration())
                : Optional.empty();
    }

    @Override
    public Optional<String> explain(Throwable problem) {
        return problem instanceof UsageError wrong ? Optional.of(wrong.text()) : Optional.empty();
    }

    @Override
    public void trace(Throwable problem) {
        source.messenger().trace().accept(problem);
    }
}
