package dev.pawl.app;

import dev.pawl.appserver.AppServerCommand;
import dev.pawl.appserver.Backend;
import dev.pawl.appserver.TokenChoice;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommonOptions;
import dev.pawl.cli.CompletionCommand;
import dev.pawl.cli.ConfigPathCommand;
import dev.pawl.cli.ConfigShowCommand;
import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.DoctorCommand;
import dev.pawl.cli.HealthCheck;
import dev.pawl.cli.HelpCommand;
import dev.pawl.cli.Messages;
import dev.pawl.cli.SettingLine;
import dev.pawl.cli.Text;
import dev.pawl.exec.ApprovalsCommand;
import dev.pawl.exec.CompactCommand;
import dev.pawl.exec.DecideCommand;
import dev.pawl.exec.DemoCommand;
import dev.pawl.exec.Engine;
import dev.pawl.exec.ExecCommand;
import dev.pawl.exec.ReviewCommand;
import dev.pawl.id.ThreadId;
import dev.pawl.threads.DeleteCommand;
import dev.pawl.threads.ExportCommand;
import dev.pawl.threads.ForkCommand;
import dev.pawl.threads.ImportCommand;
import dev.pawl.threads.Library;
import dev.pawl.threads.ListCommand;
import dev.pawl.threads.OrderCommand;
import dev.pawl.threads.ReplayCommand;
import dev.pawl.threads.ShowCommand;
import dev.pawl.threads.StatusCommand;
import dev.pawl.threads.StopCommand;
import dev.pawl.threads.WaitCommand;
import dev.pawl.tool.mcp.McpProbe;
import dev.pawl.tool.mcp.ServerSettings;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.shell.RunningCommands;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Puts the program together: every command with what it needs. The only place that names concrete
/// adapters.
///
/// A new command is one more line in [#commands()]; a new look of `pawl doctor` one more in
/// [#checks].
final class Wiring {
    private final Console console;
    private final Environment environment;

    Wiring(Console console, Environment environment) {
        this.console = console;
        this.environment = environment;
    }

    CommandTable commands() {
        return commands(new AppServerCommand.Streams(System.in, new FileOutputStream(FileDescriptor.out)));
    }

    /// The same, with the app-server on other streams.
    CommandTable commands(AppServerCommand.Streams streams) {
        var about = "Pawl: a durable coding agent. Turns never slip back.";
        return new CommandTable(
                "pawl",
                about,
                CommonOptions.ALL,
                List.of(
                        new ConfigShowCommand(console, this::shownSettings),
                        new ConfigPathCommand(
                                console, arguments -> home(arguments).configFile()),
                        new ConfigTrustCommand(
                                console,
                                arguments -> new TrustFile(home(arguments).files()),
                                this::agrees),
                        new ConfigSetCommand(console, this::home),
                        new DoctorCommand(console, this::checks),
                        new ExecCommand(ExecCommand.Kind.NEW, console, this::engine, stdin()),
                        new ExecCommand(ExecCommand.Kind.RESUME, console, this::engine, stdin()),
                        new ExecCommand(ExecCommand.Kind.FORK, console, this::engine, stdin()),
                        new ReviewCommand(console, this::engine, stdin()),
                        new ApprovalsCommand(ApprovalsCommand.Kind.LIST, console, this::engine),
                        new ApprovalsCommand(ApprovalsCommand.Kind.SHOW, console, this::engine),
                        new DecideCommand(DecideCommand.Kind.ACCEPT, console, this::engine),
                        new DecideCommand(DecideCommand.Kind.DECLINE, console, this::engine),
                        new DecideCommand(DecideCommand.Kind.ANSWER, console, this::engine),
                        new RulesCommand(
                                console,
                                arguments -> new RuleFile(home(arguments).files())),
                        new McpListCommand(console, this::servers),
                        new McpEditCommand(
                                McpEditCommand.Kind.ADD,
                                console,
                                arguments -> home(arguments).configFile()),
                        new McpEditCommand(
                                McpEditCommand.Kind.REMOVE,
                                console,
                                arguments -> home(arguments).configFile()),
                        new McpTestCommand(console, this::servers, this::probe),
                        new AppServerCommand(console, this::server, streams),
                        new StatusCommand(console, this::library, this::language),
                        new StopCommand(console, this::library),
                        new WaitCommand(console, this::library, this::language),
                        new ReplayCommand(console, this::library, this::language),
                        new ListCommand(ListCommand.Kind.LIST, console, this::library, this::language),
                        new ListCommand(ListCommand.Kind.SEARCH, console, this::library, this::language),
                        new ShowCommand(console, this::library),
                        new OrderCommand(OrderCommand.Kind.NAME, console, this::library),
                        new OrderCommand(OrderCommand.Kind.ARCHIVE, console, this::library),
                        new OrderCommand(OrderCommand.Kind.UNARCHIVE, console, this::library),
                        new ForkCommand(console, this::library),
                        new CompactCommand(console, this::engine),
                        new DeleteCommand(DeleteCommand.Kind.DELETE, console, this::library, this::agrees),
                        new DeleteCommand(DeleteCommand.Kind.PRUNE, console, this::library, this::agrees),
                        new ExportCommand(console, this::library),
                        new ImportCommand(console, this::library),
                        new DemoCommand(
                                console,
                                this::run,
                                Optional.ofNullable(System.getProperty("pawl.self")),
                                Wiring::ground),
                        new SandboxCommand(console, this::place),
                        new ApplyPatchCommand(
                                console, arguments -> home(arguments).files(), stdin()),
                        new TerminalsCommand(TerminalsCommand.Kind.LIST, console, this::commands),
                        new TerminalsCommand(TerminalsCommand.Kind.SHOW, console, this::commands),
                        new TerminalsCommand(TerminalsCommand.Kind.KILL, console, this::commands),
                        new UndoCommand(
                                console,
                                this::library,
                                arguments -> checkpoints(arguments, settings(arguments)),
                                this::agrees),
                        new CompletionCommand(console),
                        new HelpCommand(console),
                        new TrainCommand(this, console)));
    }

    /// A command line of this program, in this process.
    private int run(List<String> words) {
        return new Dispatcher(commands(), console, Version.NUMBER).run(words);
    }

    /// The demo's commands are held where they can be; its own scripts are harmless enough to run
    /// where they cannot.
    private static DemoCommand.Ground ground(Path folder) {
        var probe = new Sandbox(folder).probe();
        return switch (probe.tier()) {
            case BUBBLEWRAP, LANDLOCK ->
                new DemoCommand.Ground(
                        "workspace-write",
                        "Its commands run in the sandbox: tier " + probe.tier().number() + ", " + probe.detail()
                                + "; no network, nothing written outside the repository and /tmp.");
            case NONE ->
                new DemoCommand.Ground(
                        "danger-full-access",
                        "This machine has no sandbox, so the demo's commands run without one (" + probe.detail()
                                + ").\nFor your own work: " + probe.remedy() + ".");
        };
    }

    private static ExecCommand.Stdin stdin() {
        return new ExecCommand.Stdin(System.in, terminal("0"));
    }

    /// Whether the stream of this number is a terminal; the launcher says so.
    private static boolean terminal(String stream) {
        return System.getProperty("pawl.tty", "").contains(stream);
    }

    Engine engine(Arguments given) {
        var arguments = given.shared();
        sayWhatIsNotInForce(arguments, SettingsLoader.project(arguments.value("--cd")));
        return new LocalEngine(
                parts(arguments, settings(arguments)), why -> console.note(console.say(Text.STORE_WAITED_FOR, why)));
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

    private Backend server(Arguments given) {
        var arguments = given.shared();
        return new ServerBackend(() -> current(arguments), home(arguments));
    }

    private ServerBackend.Current current(Arguments arguments) {
        var settings = settings(arguments);
        return new ServerBackend.Current(settings, parts(arguments, settings));
    }

    private LocalEngine.Parts parts(Arguments arguments, Settings settings) {
        var others = new OtherProjects(
                SettingsLoader.project(arguments.value("--cd")),
                new TrustFile(home(arguments).files()),
                project -> {
                    sayWhatIsNotInForce(arguments, project);
                    var theirs = SettingsLoader.load(arguments, home(arguments), console, project);
                    return parts(arguments, theirs, _ -> Optional.empty());
                });
        return parts(arguments, settings, others::of);
    }

    private LocalEngine.Parts parts(
            Arguments arguments, Settings settings, Function<String, Optional<LocalEngine.Parts>> elsewhere) {
        var home = home(arguments).files();
        return new LocalEngine.Parts(
                new SetupChoice(settings, arguments),
                new ProviderChoice(
                        settings, environment, new KeyFile(home(arguments).files())),
                new WorkplaceChoice(settings, environment, home, TokenChoice.secretFiles(arguments)),
                new StoreChoice(settings, home, arguments.has("--ephemeral")),
                new RecoveryChoice(settings),
                Duration.ofMillis(settings.whole("pawl.retry_base_ms")),
                arguments.value("--record").orElse(""),
                new RuleFile(home),
                new McpChoice(settings, environment),
                checkpoints(arguments, settings),
                new TrustFile(home),
                new HookChoice(settings, console, terminal("2")),
                transcripts(arguments, settings),
                new RedactionChoice(settings, environment, new KeyFile(home)),
                new Skills(settings, Skills.userFolders(home(arguments), environment)),
                this::trace,
                elsewhere);
    }

    /// A stack trace is printed for those who ask for it.
    private void trace(Throwable problem) {
        if (environment.get("PAWL_DEBUG").isPresent()) console.plain(Console.trace(problem));
    }

    private CheckpointChoice checkpoints(Arguments arguments, Settings settings) {
        var off = arguments.shared().has("--ephemeral") || !settings.isOn("pawl.checkpoints");
        var workplaces =
                new WorkplaceChoice(settings, environment, home(arguments).files());
        return new CheckpointChoice(workplaces, environment, off, console::note);
    }

    private McpChoice servers(Arguments arguments) {
        return new McpChoice(settings(arguments), environment);
    }

    /// In this folder, as a turn would start it.
    private McpProbe probe(Arguments arguments, ServerSettings server) {
        var place = place(arguments);
        var workplace = place.workplaces().of(new ThreadId("mcp-test"), place.setup());
        var threads = Thread.ofPlatform().name("pawl-mcp").daemon(true).factory();
        return McpProbe.of(server, workplace, threads);
    }

    private Library library(Arguments arguments) {
        var codex = environment
                .get("CODEX_HOME")
                .map(Path::of)
                .orElse(Path.of(environment.get("HOME").orElse("/")).resolve(".codex"));
        return new LocalLibrary(
                new StoreChoice(settings(arguments), home(arguments).files(), false),
                new RuleFile(home(arguments).files()),
                codex,
                commands(arguments));
    }

    private RunningCommands commands(Arguments arguments) {
        return new RunningCommands(home(arguments).files());
    }

    /// Whether the person at the terminal says yes; without a person the answer is no.
    private boolean agrees(String question) {
        if (!stdin().isTerminal()) return false;
        console.prompt(question + " [y/N] ");
        try {
            int first = System.in.read();
            return first == 'y' || first == 'Y';
        } catch (IOException gone) {
            return false;
        }
    }

    /// `PAWL_LANG`, else the setting, else the locale.
    private Messages.Language language(Arguments arguments) {
        if (environment.get("PAWL_LANG").isPresent()) return console.messages().language();
        return settings(arguments)
                .text("pawl.lang")
                .map(word -> word.equals("zh") ? Messages.Language.ZH : Messages.Language.EN)
                .orElse(console.messages().language());
    }

    private SandboxCommand.Place place(Arguments arguments) {
        var settings = settings(arguments);
        return new SandboxCommand.Place(
                new WorkplaceChoice(settings, environment, home(arguments).files()),
                new SetupChoice(settings, arguments).setup());
    }

    /// On when started through Codex's names, else when the settings say so.
    private Optional<Path> transcripts(Arguments arguments, Settings settings) {
        var codex = environment.get("CODEX_HOME").isPresent()
                && environment.get("PAWL_HOME").isEmpty();
        var wanted = codex || settings.isOn("transcripts");
        return wanted && !arguments.has("--ephemeral")
                ? Optional.of(home(arguments).configuration())
                : Optional.empty();
    }

    Environment environment() {
        return environment;
    }

    private List<HealthCheck> checks(Arguments arguments) {
        var checks = new ArrayList<HealthCheck>(new MachineChecks(home(arguments), environment).all());
        var settings = settings(arguments);
        var stores = new StoreChoice(settings, home(arguments).files(), false);
        var providers = new ProviderChoice(
                settings, environment, new KeyFile(home(arguments).files()));
        checks.addAll(new TurnChecks(settings, stores, providers, arguments.has("--deep")).all());
        return checks;
    }

    private List<SettingLine> shownSettings(Arguments arguments) {
        var lines = new ArrayList<SettingLine>();
        for (var setting : settings(arguments).all()) {
            var value = Secrets.masked(setting.path(), setting.value());
            lines.add(new SettingLine(setting.key(), value.toToml(), SettingJson.of(value), setting.origin()));
        }
        return lines;
    }

    Settings settings(Arguments arguments) {
        return SettingsLoader.load(arguments, home(arguments), console);
    }

    private Home home(Arguments arguments) {
        return Home.find(arguments.value("--home"), environment, console.messages());
    }
}
