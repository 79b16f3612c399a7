package dev.pawl.doctor;

import dev.pawl.config.Environment;
import dev.pawl.config.PawlHome;
import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The looks of `pawl doctor` that need nothing but the machine. Store, doorbell and provider add
/// theirs in [Wiring].
public final class MachineChecks {
    private static final long MEGABYTE = 1 << 20;

    private final PawlHome home;
    private final Environment environment;
    private final ResourceLimits limits;

    public MachineChecks(PawlHome home, Environment environment, ResourceLimits limits) {
        this.limits = limits;
        this.home = home;
        this.environment = environment;
    }

    public List<HealthCheck> all() {
        return List.of(this::jdk, this::startUpCache, this::homeFolder, this::disk, this::git, this::sandbox);
    }

    private Finding jdk() {
        var version = Runtime.version();
        var detail = version + " in " + System.getProperty("java.home");
        if (version.feature() >= 25) return Finding.ok("jdk", detail);
        return Finding.missing("jdk", detail, "install a JDK 25 or newer and set PAWL_JAVA_HOME to it");
    }

    /// The launcher names the file after the content of jars and JDK: one that is there fits.
    private Finding startUpCache() {
        var file = System.getProperty("pawl.aot", "");
        if (file.isEmpty()) {
            return Finding.warn(
                    "aot-cache", "off: starts take about twice as long", "start through ./pawl without PAWL_AOT=off");
        }
        if (Files.exists(Path.of(file))) return Finding.ok("aot-cache", file);
        return Finding.warn(
                "aot-cache",
                "not trained yet: " + file,
                "it is trained in the background; PAWL_AOT=now trains it first");
    }

    private Finding homeFolder() {
        var folder = home.files();
        var existing = nearestExisting(folder);
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return Finding.missing("home", folder + " is not writable", "set PAWL_HOME or --home to a folder of yours");
        }
        return Finding.ok("home", existing.equals(folder) ? folder.toString() : folder + " (made when it is needed)");
    }

    private Finding disk() {
        try {
            long free = Files.getFileStore(nearestExisting(home.files())).getUsableSpace() / MEGABYTE;
            var detail = free + " MB free at " + home.files();
            if (free < 50) return Finding.missing("disk", detail, "free some space: the store needs room to commit");
            if (free < 1000) return Finding.warn("disk", detail, "free some space");
            return Finding.ok("disk", detail);
        } catch (IOException unknown) {
            return Finding.warn("disk", "free space is unknown: " + unknown.getMessage(), "");
        }
    }

    private Finding git() {
        return onPath("git")
                .map(file -> Finding.ok("git", file.toString()))
                .orElse(Finding.missing("git", "not on PATH", "apt-get install git, or brew install git"));
    }

    /// Runs one, as a turn would.
    private Finding sandbox() {
        var probe = new Sandbox(home.files().resolve("run"), limits).probe();
        var detail = "tier " + probe.tier().number() + ": " + probe.detail()
                + (probe.tier() == Tier.NONE ? "" : "; " + limits.shown());
        return switch (probe.tier()) {
            case BUBBLEWRAP -> Finding.ok("sandbox", detail);
            case LANDLOCK, NONE -> Finding.warn("sandbox", detail, probe.remedy());
        };
    }

    private Optional<Path> onPath(String program) {
        var path = environment.text("PATH");
        for (int start = 0; start < path.length(); ) {
            int end = path.indexOf(File.pathSeparatorChar, start);
            if (end < 0) end = path.length();
            if (end > start) {
                var file = Path.of(path.substring(start, end), program);
                if (Files.isExecutable(file) && !Files.isDirectory(file)) return Optional.of(file);
            }
            start = end + 1;
        }
        return Optional.empty();
    }

    private static Path nearestExisting(Path path) {
        var folder = path.toAbsolutePath();
        while (!Files.exists(folder)) {
            var parent = folder.getParent();
            if (parent == null) return folder;
            folder = parent;
        }
        return folder;
    }
}
