package dev.pawl.main;

import dev.pawl.agent.Prices;
import dev.pawl.appserver.TokenConfig;
import dev.pawl.appserver.hub.Backend;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Messages;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.config.Environment;
import dev.pawl.config.EnvironmentConfig;
import dev.pawl.config.FleetConfig;
import dev.pawl.config.HookConfig;
import dev.pawl.config.McpConfig;
import dev.pawl.config.OtherProjects;
import dev.pawl.config.PawlHome;
import dev.pawl.config.ProviderConfig;
import dev.pawl.config.Settings;
import dev.pawl.config.SettingsLoader;
import dev.pawl.config.SetupConfig;
import dev.pawl.config.StoreConfig;
import dev.pawl.config.ThreadSettings;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.config.trust.Project;
import dev.pawl.config.trust.RuleFile;
import dev.pawl.config.trust.TrustFile;
import dev.pawl.direct.SandboxCommand;
import dev.pawl.doctor.HealthCheck;
import dev.pawl.doctor.LogCheck;
import dev.pawl.doctor.MachineChecks;
import dev.pawl.doctor.SettingsChecks;
import dev.pawl.doctor.TurnChecks;
import dev.pawl.fleet.WorkerCommand;
import dev.pawl.host.Doorbells;
import dev.pawl.host.Host;
import dev.pawl.host.HostConfig;
import dev.pawl.host.ThreadConfig;
import dev.pawl.host.Uuid7;
import dev.pawl.host.WatchedTransactions;
import dev.pawl.host.WorkerMode;
import dev.pawl.id.WorkerTarget;
import dev.pawl.log.LogFiles;
import dev.pawl.log.LogOptions;
import dev.pawl.log.ProcessLog;
import dev.pawl.resource.Version;
import dev.pawl.runner.FlowWords;
import dev.pawl.threads.Library;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a command line means: its settings, and the host, server or library made from them.
final class Hosts {
    static final String TERMINAL = "terminal";

    private final Console console;
    private final Environment environment;

    Hosts(Console console, Environment environment) {
        this.console = console;
        this.environment = environment;
    }

    /// Whether the stream of this number is a terminal; the launcher says so.
    static boolean isTerminal(String stream) {
        return System.getProperty("pawl.tty", "").contains(stream);
    }

    /// A host that runs the turns of the threads this command line is about.
    LocalEngine engine(Arguments given) {
        var arguments = given.shared();
        sayWhatIsNotInForce(arguments, SettingsLoader.project(arguments.value("--cd")));
        return localEngine(arguments);
    }

    private LocalEngine localEngine(Arguments arguments) {
        var settings = threadSettings(arguments, this::trace);
        var stores = stores(arguments, settings.settings());
        var config = new HostConfig(
                home(arguments).files(),
                arguments.has("--ephemeral") ? stores.ephemeral() : stores.store(),
                stores.doorbell(),
                WorkerMode.family(pool(settings, "exec"), Long.toHexString(Uuid7.seed())),
                () -> settings,
                store -> new WatchedTransactions(
                        store, stores.shown(), why -> console.note(console.say(Text.STORE_WAITED_FOR, why))));
        return new LocalEngine(Host.open(config), settings, StderrTerminal.of(environment, settings.settings()));
    }

    private static WorkerTarget pool(ThreadSettings settings, String surface) {
        return new FleetConfig(settings.settings()).pool(surface);
    }

    private StoreConfig stores(Arguments arguments, Settings settings) {
        return new StoreConfig(settings, home(arguments).files());
    }

    private void sayWhatIsNotInForce(Arguments arguments, Project project) {
        if (project.isEmpty() || arguments.has("--quiet")) return;
        var root = project.root().toString();
        switch (new TrustFile(home(arguments).files()).standing(project)) {
            case NEVER_TRUSTED -> console.note(console.say(Text.PROJECT_NOT_TRUSTED, root));
            case CHANGED -> console.note(console.say(Text.PROJECT_CHANGED, root));
            case UNUSABLE -> console.note(console.say(Text.PROJECT_UNUSABLE, root, project.problem()));
            case NOTHING, TRUSTED -> {}
        }
    }

    /// @param surface what the process is: the name of its log
    Backend server(Arguments given, String surface) {
        return backend(given.shared(), surface, slots(given.shared()));
    }

    /// @param slots how many turns run here at once
    ServerBackend backend(Arguments arguments, String surface, int slots) {
        ProcessLog.announce();
        return new ServerBackend(
                () -> checked(threadSettings(arguments, Hosts::warnOf)),
                home(arguments),
                () -> checks(arguments).stream().map(HealthCheck::look).toList(),
                () -> flowWords(arguments),
                (storage, current) -> {
                    openLog(arguments, surface);
                    return serverHost(arguments, storage, slots, current);
                });
    }

    /// Opened beside the store, so that the first client does not wait for it. On a terminal the
    /// screen has no room for lines of a log.
    private void openLog(Arguments arguments, String surface) {
        var verbose = arguments.has("--verbose") && !surface.equals(TERMINAL);
        var settings = threadSettings(arguments, this::trace);
        var file = ProcessLog.open(
                home(arguments).logs(),
                surface,
                logOptions(settings.settings()),
                settings.knownSecrets()::of,
                verbose ? Optional.of(console::plain) : Optional.empty());
        file.ifPresent(path -> log().info("pawl {} {} started, process {}", Version.NUMBER, surface, pid()));
    }

    static LogOptions logOptions(Settings settings) {
        return new LogOptions(
                settings.text("pawl.log.level").orElse("info"), atLeastOne(settings, "pawl.log.max_mb") << 20, (int)
                        Math.min(100, atLeastOne(settings, "pawl.log.files")));
    }

    private static long atLeastOne(Settings settings, String key) {
        var value = settings.whole(key);
        if (value < 1) throw new UsageError(key + " must be at least 1, not " + value);
        return Math.min(value, 1 << 20);
    }

    /// Made when it is needed: the first logger decides which library writes.
    private static Logger log() {
        return LoggerFactory.getLogger(Hosts.class);
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }

    /// How many turns a server runs at once.
    private int slots(Arguments arguments) {
        if (arguments.has("--no-worker")) return 0;
        var given = arguments.value("--slots");
        if (given.isEmpty()) return WorkerMode.TURNS_AT_ONCE;
        if (given.get().matches("[1-9][0-9]{0,3}|10000")) return Integer.parseInt(given.get());
        throw new UsageError(console.say(Text.SERVE_BAD_SLOTS, given.get()));
    }

    /// A server says at its start that a hook cannot work.
    private static ThreadSettings checked(ThreadSettings settings) {
        settings.hookConfig();
        return settings;
    }

    /// A host that runs what servers ask for.
    WorkerCommand.Opened worker(Arguments given, int slots) {
        var arguments = given.shared();
        var settings = settings(arguments);
        var stores = stores(arguments, settings);
        if (stores.url().startsWith("memory:")) throw new UsageError(console.say(Text.WORKER_OWN_STORE));
        var fleet = new FleetConfig(settings);
        var target = fleet.target(given.value("--target"));
        var current = checked(threadSettings(arguments, Hosts::warnOf));
        openLog(arguments, "worker");
        var host = Host.open(new HostConfig(
                home(arguments).files(),
                stores.store(),
                stores.doorbell(),
                fleet.worker(target, slots),
                () -> current,
                UnaryOperator.identity()));
        return new WorkerCommand.Opened(host, target, stores.shown());
    }

    private Host serverHost(Arguments arguments, Backend.Storage storage, int slots, Supplier<ThreadConfig> current) {
        var settings = settings(arguments);
        var stores = stores(arguments, settings);
        var fleet = new FleetConfig(settings);
        var isWatched = slots == 0 && storage == Backend.Storage.DURABLE;
        var target = arguments.value("--target");
        return Host.open(new HostConfig(
                home(arguments).files(),
                storage == Backend.Storage.EPHEMERAL ? stores.ephemeral() : stores.store(),
                storage == Backend.Storage.EPHEMERAL ? Doorbells.LOCAL : stores.doorbell(),
                isWatched ? fleet.watching(target) : fleet.server(target, Math.max(1, slots)),
                current,
                UnaryOperator.identity()));
    }

    /// Nobody sits at a server's terminal who could ask for it again.
    private static void warnOf(Throwable problem) {
        log().error("internal error", problem);
        Console.warn("internal error:\n" + Console.trace(problem));
    }

    ThreadSettings threadSettings(Arguments arguments, Consumer<Throwable> trace) {
        var others = new OtherProjects(
                SettingsLoader.project(arguments.value("--cd")),
                new TrustFile(home(arguments).files()),
                project -> {
                    sayWhatIsNotInForce(arguments, project);
                    var theirs = SettingsLoader.load(arguments, home(arguments), console, project);
                    return threadSettings(arguments, theirs, trace, _ -> Optional.empty());
                });
        return threadSettings(arguments, settings(arguments), trace, others::of);
    }

    ThreadSettings threadSettings(
            Arguments arguments,
            Settings settings,
            Consumer<Throwable> trace,
            Function<String, Optional<ThreadSettings>> elsewhere) {
        var source = new ThreadSettings.Source(
                settings,
                arguments,
                environment,
                home(arguments),
                TokenConfig.secretFiles(arguments),
                new ThreadSettings.Messenger(console, isTerminal("2"), trace));
        return new ThreadSettings(source, elsewhere);
    }

    /// A stack trace is printed on request.
    void trace(Throwable problem) {
        if (environment.get("PAWL_DEBUG").isPresent()) console.plain(Console.trace(problem));
    }

    McpConfig servers(Arguments arguments) {
        return new McpConfig(settings(arguments), environment);
    }

    Library library(Arguments arguments) {
        var codex = environment
                .get("CODEX_HOME")
                .map(Path::of)
                .orElse(Path.of(environment.get("HOME").orElse("/")).resolve(".codex"));
        var settings = threadSettings(arguments.shared(), settings(arguments), this::trace, _ -> Optional.empty());
        var stores = stores(arguments, settings.settings());
        var config = new HostConfig(
                home(arguments).files(),
                stores.store(),
                stores.doorbell(),
                WorkerMode.none(),
                () -> settings,
                UnaryOperator.identity());
        return new LocalLibrary(Host.open(config), codex);
    }

    /// What models cost, by the settings.
    Prices prices(Arguments arguments) {
        return threadSettings(arguments.shared(), settings(arguments), this::trace, _ -> Optional.empty())
                .spending()
                .prices();
    }

    /// `PAWL_LANG`, else the setting, else the locale.
    Messages.Language language(Arguments arguments) {
        if (environment.get("PAWL_LANG").isPresent()) return console.messages().language();
        return settings(arguments)
                .text("pawl.lang")
                .map(word -> word.equals("zh") ? Messages.Language.ZH : Messages.Language.EN)
                .orElse(console.messages().language());
    }

    /// The words of a workflow's questions.
    FlowWords flowWords(Arguments arguments) {
        return new FlowWords(language(arguments) == Messages.Language.ZH ? "zh" : "en");
    }

    SandboxCommand.Place place(Arguments arguments) {
        var settings = settings(arguments);
        return new SandboxCommand.Place(
                new EnvironmentConfig(settings, environment, home(arguments).files()).environments(),
                new SetupConfig(settings, arguments).setup());
    }

    List<HealthCheck> checks(Arguments arguments) {
        var settings = settings(arguments);
        var limits = EnvironmentConfig.resources(settings);
        var checks = new ArrayList<HealthCheck>(new MachineChecks(home(arguments), environment, limits).all());
        var stores = stores(arguments, settings);
        var providers = new ProviderConfig(
                settings, environment, new KeyFile(home(arguments).files()));
        checks.add(new LogCheck(new LogFiles(home(arguments).logs()), InstantSource.system()));
        checks.addAll(new TurnChecks(settings, stores, providers, arguments.has("--deep")).all());
        checks.addAll(new SettingsChecks(
                        new RuleFile(home(arguments).files()),
                        () -> new HookConfig(settings, console, false),
                        servers(arguments),
                        environment.text("PATH"))
                .all());
        return checks;
    }

    Settings settings(Arguments arguments) {
        return SettingsLoader.load(arguments, home(arguments), console);
    }

    PawlHome home(Arguments arguments) {
        return PawlHome.find(arguments.value("--home"), environment, console.messages());
    }
}
