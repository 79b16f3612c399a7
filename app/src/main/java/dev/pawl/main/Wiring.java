package dev.pawl.main;

import dev.pawl.appserver.AppServerCommand;
import dev.pawl.appserver.hub.Backend;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommonOptions;
import dev.pawl.cli.CompletionCommand;
import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.HelpCommand;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.config.Environment;
import dev.pawl.config.FlowConfig;
import dev.pawl.config.SettingJson;
import dev.pawl.config.Settings;
import dev.pawl.config.command.ConfigKeysCommand;
import dev.pawl.config.command.ConfigPathCommand;
import dev.pawl.config.command.ConfigSetCommand;
import dev.pawl.config.command.ConfigShowCommand;
import dev.pawl.config.command.ConfigTrustCommand;
import dev.pawl.config.command.McpEditCommand;
import dev.pawl.config.command.McpListCommand;
import dev.pawl.config.command.RulesCommand;
import dev.pawl.config.command.SettingLine;
import dev.pawl.config.secret.Secrets;
import dev.pawl.config.trust.RuleFile;
import dev.pawl.config.trust.TrustFile;
import dev.pawl.direct.ApplyPatchCommand;
import dev.pawl.direct.McpTestCommand;
import dev.pawl.direct.SandboxCommand;
import dev.pawl.direct.TerminalsCommand;
import dev.pawl.direct.UndoCommand;
import dev.pawl.doctor.DoctorCommand;
import dev.pawl.exec.ApprovalsCommand;
import dev.pawl.exec.CompactCommand;
import dev.pawl.exec.DecideCommand;
import dev.pawl.exec.DemoCommand;
import dev.pawl.exec.ExecCommand;
import dev.pawl.exec.ReviewCommand;
import dev.pawl.flow.FlowCommand;
import dev.pawl.flow.FlowHost;
import dev.pawl.host.WorkerMode;
import dev.pawl.id.ThreadId;
import dev.pawl.resource.Version;
import dev.pawl.runner.FlowListener;
import dev.pawl.setup.InitCommand;
import dev.pawl.setup.SetupCommand;
import dev.pawl.thread.ChatThread;
import dev.pawl.threads.DeleteCommand;
import dev.pawl.threads.ExportCommand;
import dev.pawl.threads.ForkCommand;
import dev.pawl.threads.ImportCommand;
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
import dev.pawl.train.Program;
import dev.pawl.train.TrainCommand;
import dev.pawl.tui.TuiCommand;
import dev.pawl.tui.term.Tty;
import dev.pawl.web.ServeCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Puts the program together: every command with what it needs. The only place that names concrete
/// adapters.
///
/// A new command is one more line in [#commands()]; a new look of `pawl doctor` one more in
/// [#checks].
final class Wiring {
    private final Console console;
    private final Environment environment;
    private final Hosts hosts;

    Wiring(Console console, Environment environment) {
        this.console = console;
        this.environment = environment;
        this.hosts = new Hosts(console, environment);
    }

    CommandTable commands() {
        return commands(new AppServerCommand.Streams(System.in, new FileOutputStream(FileDescriptor.out)));
    }

    /// The same, with the app-server on other streams.
    CommandTable commands(AppServerCommand.Streams streams) {
        return table(joined(
                List.of(
                        new TuiCommand(TuiCommand.Kind.NEW, console, this::terminal),
                        new TuiCommand(TuiCommand.Kind.RESUME, console, this::terminal),
                        new TuiCommand(TuiCommand.Kind.FORK, console, this::terminal),
                        new ConfigShowCommand(console, this::shownSettings),
                        new ConfigPathCommand(
                                console, arguments -> hosts.home(arguments).configFile()),
                        new ConfigTrustCommand(
                                console,
                                arguments -> new TrustFile(hosts.home(arguments).files()),
                                this::agrees),
                        new ConfigSetCommand(console, hosts::home),
                        new ConfigKeysCommand(console),
                        new DoctorCommand(console, hosts::checks),
                        new SetupCommand(console, hosts::home, environment, stdin()),
                        new InitCommand(console)),
                exec(),
                List.of(
                        new ApprovalsCommand(ApprovalsCommand.Kind.LIST, console, hosts::engine),
                        new ApprovalsCommand(ApprovalsCommand.Kind.SHOW, console, hosts::engine),
                        new DecideCommand(DecideCommand.Kind.ACCEPT, console, hosts::engine, this::goOnWithWorkflow),
                        new DecideCommand(DecideCommand.Kind.DECLINE, console, hosts::engine, this::goOnWithWorkflow),
                        new DecideCommand(DecideCommand.Kind.ANSWER, console, hosts::engine, this::goOnWithWorkflow),
                        new RulesCommand(
                                console,
                                arguments -> new RuleFile(hosts.home(arguments).files())),
                        new McpListCommand(console, hosts::servers),
                        new McpEditCommand(
                                McpEditCommand.Kind.ADD,
                                console,
                                arguments -> hosts.home(arguments).configFile()),
                        new McpEditCommand(
                                McpEditCommand.Kind.REMOVE,
                                console,
                                arguments -> hosts.home(arguments).configFile()),
                        new McpTestCommand(console, hosts::servers, this::probe),
                        new AppServerCommand(console, given -> hosts.server(given, "app-server"), streams),
                        new ServeCommand(
                                console,
                                given -> hosts.server(given, "serve"),
                                arguments -> hosts.home(arguments.shared()).files(),
                                Wiring::open),
                        new StatusCommand(console, hosts::library, hosts::language),
                        new StopCommand(console, hosts::library),
                        new WaitCommand(console, hosts::library, hosts::language),
                        new ReplayCommand(console, hosts::library, hosts::language),
                        new ListCommand(ListCommand.Kind.LIST, console, hosts::library, hosts::language),
                        new ListCommand(ListCommand.Kind.SEARCH, console, hosts::library, hosts::language),
                        new ShowCommand(console, hosts::library),
                        new OrderCommand(OrderCommand.Kind.NAME, console, hosts::library),
                        new OrderCommand(OrderCommand.Kind.ARCHIVE, console, hosts::library),
                        new OrderCommand(OrderCommand.Kind.UNARCHIVE, console, hosts::library),
                        new ForkCommand(console, hosts::library),
                        new CompactCommand(console, hosts::engine),
                        new DeleteCommand(DeleteCommand.Kind.DELETE, console, hosts::library, this::agrees),
                        new DeleteCommand(DeleteCommand.Kind.PRUNE, console, hosts::library, this::agrees),
                        new ExportCommand(console, hosts::library),
                        new ImportCommand(console, hosts::library),
                        new DemoCommand(
                                console,
                                this::run,
                                Optional.ofNullable(System.getProperty("pawl.self")),
                                Wiring::ground),
                        new SandboxCommand(console, hosts::place),
                        new ApplyPatchCommand(
                                console, arguments -> hosts.home(arguments).files(), stdin()),
                        new TerminalsCommand(TerminalsCommand.Kind.LIST, console, this::commands),
                        new TerminalsCommand(TerminalsCommand.Kind.SHOW, console, this::commands),
                        new TerminalsCommand(TerminalsCommand.Kind.KILL, console, this::commands),
                        new UndoCommand(
                                console,
                                hosts::library,
                                arguments -> hosts.threadSettings(arguments.shared(), hosts::trace)
                                        .checkpoints(),
                                this::agrees),
                        new CompletionCommand(console),
                        new HelpCommand(console),
                        new TrainCommand(rehearsed(), console)),
                FlowCommand.all(console, this::flow, hosts::flowWords, this::flowAttempts),
                FleetCommands.all(console, hosts)));
    }

    /// The table for one command line. `exec` is started by programs, again and again: it does not
    /// wait for the classes of every other command.
    CommandTable commands(List<String> words) {
        var isExec = !words.isEmpty()
                && words.getFirst().equals("exec")
                && !words.contains("--help")
                && !words.contains("-h");
        return isExec ? table(exec()) : commands();
    }

    private List<Subcommand> exec() {
        return List.of(
                new ExecCommand(ExecCommand.Kind.NEW, console, hosts::engine, stdin(), this::setUp),
                new ExecCommand(ExecCommand.Kind.RESUME, console, hosts::engine, stdin(), this::setUp),
                new ExecCommand(ExecCommand.Kind.FORK, console, hosts::engine, stdin(), this::setUp),
                new ReviewCommand(console, hosts::engine, stdin()));
    }

    private static CommandTable table(List<? extends Subcommand> commands) {
        var about = "Pawl: a durable coding agent. Turns never slip back.";
        return new CommandTable("pawl", about, CommonOptions.ALL, commands);
    }

    @SafeVarargs
    private static List<Subcommand> joined(List<? extends Subcommand>... groups) {
        var all = new ArrayList<Subcommand>();
        for (var group : groups) all.addAll(group);
        return all;
    }

    private FlowHost flow(Arguments given, FlowListener listener) {
        var terminal = new LocalFlow.Terminal(console, stdin(), this::agrees);
        return new LocalFlow(hosts.engine(given), hosts.flowWords(given.shared()), terminal, listener);
    }

    private int flowAttempts(Arguments arguments) {
        return new FlowConfig(hosts.settings(arguments)).limits().strikes().most();
    }

    private int goOnWithWorkflow(Arguments arguments, ChatThread thread) {
        return run(LocalFlow.resuming(arguments.shared(), thread));
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

    /// `pawl setup` with the options of another command that say which settings are meant.
    private int setUp(Arguments arguments) {
        var words = new ArrayList<>(List.of("setup"));
        arguments.value("--home").ifPresent(home -> words.addAll(List.of("--home", home)));
        return run(words);
    }

    private static Stdin stdin() {
        return new Stdin(System.in, Hosts.isTerminal("0"));
    }

    /// Opens a link in the user's browser; false when there is no program for it.
    private static boolean open(String url) {
        try {
            new ProcessBuilder("xdg-open", url)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException noProgram) {
            return false;
        }
    }

    private TuiCommand.Surroundings terminal(Arguments given) {
        var arguments = given.shared();
        var settings = hosts.threadSettings(arguments, hosts::trace);
        var server = joined(arguments);
        var backend = hosts.backend(arguments, Hosts.TERMINAL, server.isPresent() ? 0 : WorkerMode.TURNS_AT_ONCE);
        return new TuiCommand.Surroundings(
                new LocalThreads(
                        backend,
                        settings.checkpoints(),
                        new DetachedTurn(Optional.ofNullable(System.getProperty("pawl.self")), again(arguments)),
                        server,
                        new FlowBoards(() -> backend.host(Backend.Storage.DURABLE), settings, console.messages())),
                Wiring::tty,
                taste(settings.settings()),
                InstantSource.system(),
                Path.of(environment.get("HOME").orElse("/")),
                Version.NUMBER,
                Hosts.isTerminal("0") && Hosts.isTerminal("1"));
    }

    TuiCommand.Taste taste(Settings settings) {
        return new TuiCommand.Taste(
                environment.text("PAWL_THEME"),
                environment.get("NO_COLOR").isEmpty(),
                settings.isOn("tui.animations"),
                settings.text("tui.wrap").filter("word"::equals).isPresent(),
                settings.isOn("tui.notifications"),
                environment.text("TERM_PROGRAM"),
                environment.text("TERM"));
    }

    /// The server of this home, unless the command line asks for another store or for none.
    private Optional<ServerLink> joined(Arguments arguments) {
        if (arguments.has("--local") || arguments.value("--store").isPresent()) return Optional.empty();
        return ServerLink.find(hosts.home(arguments).files());
    }

    /// The options that say which store and settings another process must use.
    private static List<String> again(Arguments arguments) {
        var options = new ArrayList<String>();
        for (var name : List.of("--home", "--store", "--profile", "--config"))
            for (var value : arguments.values(name)) options.addAll(List.of(name, value));
        return options;
    }

    private static Tty tty() {
        try {
            return new LinuxTerminal();
        } catch (IOException none) {
            throw new UsageError(String.valueOf(none.getMessage()));
        }
    }

    /// In this folder, as a turn would start it.
    private McpProbe probe(Arguments arguments, ServerSettings server) {
        var place = hosts.place(arguments);
        var toolEnvironment = place.environments().of(new ThreadId("mcp-test"), place.setup());
        var threads = Thread.ofPlatform().name("pawl-mcp").daemon(true).factory();
        return McpProbe.of(server, toolEnvironment, threads);
    }

    private RunningCommands commands(Arguments arguments) {
        return new RunningCommands(hosts.home(arguments).files());
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

    private Program rehearsed() {
        return new Program() {
            @Override
            public CommandTable commands(Console other) {
                return new Wiring(other, environment).commands();
            }

            @Override
            public CommandTable commands(Console other, AppServerCommand.Streams streams) {
                return new Wiring(other, environment).commands(streams);
            }
        };
    }

    private List<SettingLine> shownSettings(Arguments arguments) {
        var lines = new ArrayList<SettingLine>();
        for (var setting : hosts.settings(arguments).all()) {
            var value = Secrets.masked(setting.path(), setting.value());
            lines.add(new SettingLine(setting.key(), value.toToml(), SettingJson.of(value), setting.origin()));
        }
        return lines;
    }
}
