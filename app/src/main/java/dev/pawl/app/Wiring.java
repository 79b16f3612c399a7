package dev.pawl.app;

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
import dev.pawl.cli.SettingLine;
import dev.pawl.exec.DemoCommand;
import dev.pawl.exec.Engine;
import dev.pawl.exec.ExecCommand;
import java.nio.file.Path;
import java.time.Duration;
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

    Wiring(Console console, Environment environment) {
        this.console = console;
        this.environment = environment;
    }

    CommandTable commands() {
        var about = "Pawl: a durable coding agent. Turns never slip back.";
        return new CommandTable(
                "pawl",
                about,
                CommonOptions.ALL,
                List.of(
                        new ConfigShowCommand(console, this::shownSettings),
                        new ConfigPathCommand(
                                console, arguments -> home(arguments).configFile()),
                        new DoctorCommand(console, this::checks),
                        new ExecCommand(ExecCommand.Kind.NEW, console, this::engine, stdin()),
                        new ExecCommand(ExecCommand.Kind.RESUME, console, this::engine, stdin()),
                        new DemoCommand(console, this::run, Optional.ofNullable(System.getProperty("pawl.self"))),
                        new SandboxCommand(console, this::place),
                        new CompletionCommand(console),
                        new HelpCommand(console),
                        new TrainCommand(this, console)));
    }

    /// A command line of this program, in this process.
    private int run(List<String> words) {
        return new Dispatcher(commands(), console, Version.NUMBER).run(words);
    }

    private static ExecCommand.Stdin stdin() {
        return new ExecCommand.Stdin(
                System.in, System.getProperty("pawl.tty", "").contains("0"));
    }

    private Engine engine(Arguments arguments) {
        var settings = settings(arguments);
        var home = home(arguments).files();
        return new LocalEngine(new LocalEngine.Parts(
                new SetupChoice(settings, arguments),
                new ProviderChoice(settings, environment),
                new WorkplaceChoice(settings, environment, home),
                new StoreChoice(settings, home, arguments.has("--ephemeral")),
                Duration.ofMillis(settings.whole("pawl.retry_base_ms")),
                arguments.value("--record").orElse(""),
                transcripts(arguments, settings)));
    }

    private SandboxCommand.Place place(Arguments arguments) {
        var settings = settings(arguments);
        return new SandboxCommand.Place(
                new WorkplaceChoice(settings, environment, home(arguments).files()),
                new SetupChoice(settings, arguments).confined());
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
        checks.addAll(new TurnChecks(settings, stores, new ProviderChoice(settings, environment)).all());
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
