package dev.pawl.doctor;

import dev.pawl.cli.UsageError;
import dev.pawl.config.HookConfig;
import dev.pawl.config.McpConfig;
import dev.pawl.config.trust.RuleFile;
import dev.pawl.tool.mcp.ServerSettings.Transport;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The looks of `pawl doctor` at what stops a turn later: rules, hooks and MCP servers.
///
/// @param path the folders in which programs are looked for
public record SettingsChecks(RuleFile rules, Supplier<HookConfig> hooks, McpConfig servers, String path) {
    public List<HealthCheck> all() {
        return List.of(this::ruleFile, this::hookSettings, this::mcpServers);
    }

    private Finding ruleFile() {
        try {
            var count = rules.rules().size();
            return Finding.ok("rules", count == 0 ? "none" : count + " in " + rules.place());
        } catch (UsageError wrong) {
            return missing("rules", wrong);
        }
    }

    private Finding hookSettings() {
        try {
            var count = hooks.get().hooks().size();
            return Finding.ok("hooks", count == 0 ? "none" : String.valueOf(count));
        } catch (UsageError wrong) {
            return missing("hooks", wrong);
        }
    }

    /// Whether each program is there; `pawl mcp test` starts them.
    private Finding mcpServers() {
        var broken = new ArrayList<String>();
        var names = new ArrayList<String>();
        try {
            for (var server : servers.enabled()) {
                names.add(server.id());
                switch (server.reach()) {
                    case Transport.Program program -> {
                        if (!isThere(program.argv().getFirst()))
                            broken.add(server.id() + ": no program "
                                    + program.argv().getFirst());
                    }
                    case Transport.Broken(var why) -> broken.add(server.id() + ": " + why);
                    case Transport.Http _ -> {}
                }
            }
        } catch (UsageError wrong) {
            return missing("mcp", wrong);
        }
        if (broken.isEmpty()) return Finding.ok("mcp", names.isEmpty() ? "none" : String.join(", ", names));
        return Finding.warn("mcp", String.join("; ", broken), "pawl mcp test NAME says more; pawl mcp remove NAME");
    }

    private boolean isThere(String program) {
        if (program.contains("/")) return Files.isExecutable(Path.of(program));
        for (var folder : path.split(File.pathSeparator, -1)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) return true;
        }
        return false;
    }

    private static Finding missing(String name, UsageError wrong) {
        var lines = wrong.text().lines().map(String::strip).toList();
        return Finding.missing(name, lines.getFirst(), String.join(" ", lines.subList(1, lines.size())));
    }
}
