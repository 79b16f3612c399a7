package dev.pawl.config;

import dev.pawl.cli.UsageError;
import dev.pawl.runner.FlowSite;
import dev.pawl.runner.folder.FlowFolder;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.Strikes;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.ProtectedFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What the settings say about workflows: `pawl.workflow.*`.
public final class FlowConfig {
    private static final String KEY = "pawl.workflow.";
    private static final long CHECK_SECONDS = 900;

    private final Settings settings;

    public FlowConfig(Settings settings) {
        this.settings = settings;
    }

    public FlowLimits limits() {
        var most = (int) positive("max_attempts");
        var lifetime = (int) Math.max(most, positive("lifetime_attempts"));
        var skips = settings.text(KEY + "skip_policy").orElse("ask").toUpperCase(Locale.ROOT);
        return new FlowLimits(
                new Strikes(most, lifetime), FlowLimits.SkipPolicy.valueOf(skips), FlowLimits.DEFAULT.planRounds());
    }

    public FlowSite.Times times(Duration lease) {
        return new FlowSite.Times(lease, Duration.ofMinutes(positive("task_minutes")), settings.isOn(KEY + "baseline"));
    }

    /// Whether a server goes on by itself with workflows whose process is gone.
    public boolean goesOnInServer() {
        return settings.isOn(KEY + "resume_in_server");
    }

    private long positive(String name) {
        var value = settings.whole(KEY + name);
        if (value < 1) throw new UsageError(KEY + name + " must be at least 1, not " + value);
        return value;
    }

    public String planFolder() {
        var folder = settings.text(KEY + "plan_folder").orElse("docs/prd");
        if (folder.startsWith("/") || folder.contains(".."))
            throw new UsageError(KEY + "plan_folder must be a folder inside the workspace, not " + folder);
        return folder;
    }

    public FlowFolder.Settings folder() {
        return new FlowFolder.Settings(checks(), new ProtectedFiles(settings.texts(KEY + "protected")), planFolder());
    }

    /// `unit = "make test"`, or a table with `run` and more.
    private List<Check> checks() {
        var checks = new ArrayList<Check>();
        var table = KEY + "verify";
        for (var id : ids()) {
            var key = table + "." + id;
            var command = settings.text(key)
                    .or(() -> settings.text(key + ".run"))
                    .orElseThrow(() -> new UsageError(key + " has no command: set " + key + ".run"));
            var seconds = settings.whole(key + ".timeout_seconds", CHECK_SECONDS);
            if (seconds < 1) throw new UsageError(key + ".timeout_seconds must be at least 1");
            checks.add(new Check(
                    id,
                    command,
                    when(key),
                    Duration.ofSeconds(seconds),
                    settings.isOn(key + ".allow_baseline_failure"),
                    settings.isOn(key + ".retry_once")));
        }
        return checks;
    }

    /// In the order of the settings.
    private Set<String> ids() {
        var ids = new LinkedHashSet<String>();
        for (var setting : settings.all()) {
            var path = setting.path();
            if (path.size() > 3 && path.subList(0, 3).equals(List.of("pawl", "workflow", "verify")))
                ids.add(path.get(3));
        }
        return ids;
    }

    private Set<Check.When> when(String key) {
        var words = settings.texts(key + ".when");
        if (words.isEmpty()) return EnumSet.allOf(Check.When.class);
        var when = EnumSet.noneOf(Check.When.class);
        for (var word : words) {
            switch (word) {
                case "task" -> when.add(Check.When.TASK);
                case "final" -> when.add(Check.When.FINAL);
                default -> throw new UsageError(key + ".when takes \"task\" and \"final\", not \"" + word + "\"");
            }
        }
        return when;
    }
}
