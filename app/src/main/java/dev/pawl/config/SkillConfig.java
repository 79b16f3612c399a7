package dev.pawl.config;

import dev.pawl.briefing.Skills;
import dev.pawl.toml.TomlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where skills are looked for, and which of them the settings switch off.
public record SkillConfig(Settings settings, PawlHome home, Environment environment) {
    public Skills skills() {
        return new Skills(this::isEnabled, userFolders());
    }

    /// Where the user keeps skills: Pawl's folder, and those of other agents.
    private List<Path> userFolders() {
        var folders = new ArrayList<Path>();
        environment.get("HOME").map(Path::of).ifPresent(user -> {
            folders.add(user.resolve(".agents/skills"));
            folders.add(user.resolve(".codex/skills"));
        });
        folders.add(home.configuration().resolve("skills"));
        return folders;
    }

    private boolean isEnabled(String name, Path file) {
        if (!(settings.value("skills.config") instanceof TomlValue.Array(var entries))) return true;
        var enabled = true;
        for (var entry : entries) {
            if (!(entry instanceof TomlValue.Table(var fields))) continue;
            var byName = fields.get("name") instanceof TomlValue.Text(var text) && text.equals(name);
            var byPath = fields.get("path") instanceof TomlValue.Text(var path) && path.equals(file.toString());
            if (byName || byPath) enabled = !(fields.get("enabled") instanceof TomlValue.Flag(var on)) || on;
        }
        return enabled;
    }
}
