package dev.pawl.main;

import dev.pawl.config.FleetConfig;
import dev.pawl.config.FlowConfig;
import dev.pawl.config.ThreadSettings;
import dev.pawl.host.Host;
import dev.pawl.id.ThreadId;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowSite;
import dev.pawl.runner.FlowWords;
import dev.pawl.runner.folder.FlowFolder;
import dev.pawl.runner.folder.FlowPlace;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.worker.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Where workflows run: a folder with its settings, and the host of their turns.
record FlowSites(Host host, ThreadSettings settings, FlowWords words) {
    /// The folder that has a workflow or a repository, from here upwards; else this one.
    static Path root(Path cwd) {
        var here = real(cwd);
        for (var at = here; at != null && at.getParent() != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve(".agent/memory/active_context.md")) || Files.exists(at.resolve(".git")))
                return at;
        }
        return here;
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException gone) {
            return folder;
        }
    }

    /// What the names of this machine's workspaces begin with.
    String prefix() {
        return new FleetConfig(settings.settings()).pool("flow").value() + ":";
    }

    FlowPlace at(Path root, FlowListener listener) {
        var here = settings.in(root.toString());
        var config = new FlowConfig(here.settings());
        var workspace = prefix() + root;
        var folder = new FlowFolder(
                root,
                config.folder(),
                new FlowFolder.Services(
                        () -> here.environments().of(new ThreadId("flow-checks"), ofTasks(workspace, here, root)),
                        here.environments().sandbox(),
                        here.knownSecrets(),
                        here.checkpoints()::store,
                        InstantSource.system(),
                        listener::warned));
        var site = new FlowSite(
                workspace,
                host.workflows(),
                folder,
                new HostTurns(host, here.spending().prices()),
                config.limits(),
                config.times(Duration.ofSeconds(here.settings().whole("pawl.lease_seconds"))),
                words,
                WorkerProcess::isDead);
        return new FlowPlace(root, site, folder);
    }

    /// Checks may do what the tasks of the workflow may: its own limits, not those of the command
    /// line that goes on with it.
    private Setup ofTasks(String workspace, ThreadSettings here, Path root) {
        var flow = host.workflows().read(workspace).flow();
        var thread = flow.isActive() ? host.gateway().thread(flow.origin().thread()) : Optional.<ChatThread>empty();
        return thread.map(found -> with(
                        found.setup(),
                        root,
                        flow.origin().sandbox(),
                        flow.origin().approval()))
                .orElseGet(() -> in(here.setup(), root));
    }

    static Setup in(Setup setup, Path root) {
        return with(setup, root, setup.sandbox(), setup.approval());
    }

    private static Setup with(Setup setup, Path root, String sandbox, String approval) {
        return new Setup(
                root.toString(),
                setup.provider(),
                setup.model(),
                setup.style(),
                sandbox,
                approval,
                setup.roots(),
                setup.window(),
                setup.compactAt());
    }
}
