package dev.pawl.app;

import dev.pawl.id.ThreadId;
import dev.pawl.thread.Setup;
import dev.pawl.tool.Limits;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.shell.EnvironmentPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Where and how a thread's tools work, by the settings of this machine.
final class WorkplaceChoice {
    private final Settings settings;
    private final Environment environment;
    private final Path home;

    WorkplaceChoice(Settings settings, Environment environment, Path home) {
        this.settings = settings;
        this.environment = environment;
        this.home = home;
    }

    Workplace of(ThreadId thread, Setup setup) {
        var roots = setup.sandbox().equals("danger-full-access")
                ? List.of(Path.of("/"))
                : setup.roots().stream().map(Path::of).toList();
        var usual = Limits.usual();
        var limits = new Limits(
                (int) settings.whole("tool_output_token_limit", usual.outputTokens()), usual.commandTimeout());
        var shell = new Workplace.Shell(shell(), policy().apply(environment.variables(), thread));
        return new Workplace(thread, Path.of(setup.cwd()), roots, home, shell, limits);
    }

    private EnvironmentPolicy policy() {
        var inherit =
                settings.text("shell_environment_policy.inherit").orElse("all").toUpperCase(Locale.ROOT);
        var usual = EnvironmentPolicy.usual();
        return new EnvironmentPolicy(
                EnvironmentPolicy.Inherit.valueOf(inherit),
                settings.isSet("shell_environment_policy.ignore_default_excludes")
                                && !settings.isOn("shell_environment_policy.ignore_default_excludes")
                        ? EnvironmentPolicy.Secrets.DROP
                        : usual.secrets(),
                settings.texts("shell_environment_policy.exclude"),
                settings.textsUnder("shell_environment_policy.set."),
                settings.texts("shell_environment_policy.include_only"));
    }

    private Path shell() {
        var own = environment.get("SHELL").map(Path::of).filter(path -> path.endsWith("bash") || path.endsWith("zsh"));
        if (own.isPresent() && Files.isExecutable(own.get())) return own.get();
        var bash = Path.of("/bin/bash");
        return Files.isExecutable(bash) ? bash : Path.of("/bin/sh");
    }

    String shellName() {
        return String.valueOf(shell().getFileName());
    }
}
