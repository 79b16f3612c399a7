package dev.pawl.config;

import dev.pawl.cli.UsageError;
import dev.pawl.host.WorkerMode;
import dev.pawl.id.WorkerTarget;
import dev.pawl.worker.Recovery;
import dev.pawl.worker.WorkerProcess;
import java.util.List;
import java.util.Optional;

/// Which turns belong to which process, and which of those that others left it goes on with.
///
/// A turn belongs to the surface that began it, on the machine where it was begun: `exec` goes on
/// with its own when it is asked to, a server with those of a server before it. Workers serve the
/// turns of servers: those of their own machine, and those that may run anywhere.
public final class FleetConfig {
    /// What servers and workers serve when no target is named.
    public static final String USUAL_TARGET = "app-server";

    private final Settings settings;

    public FleetConfig(Settings settings) {
        this.settings = settings;
    }

    /// Of one surface on this machine.
    public WorkerTarget pool(String surface) {
        return new WorkerTarget(surface + "@" + settings.text("pawl.host").orElseGet(WorkerProcess::host));
    }

    /// The name that servers and workers share.
    ///
    /// @param given by the command line
    public String target(Optional<String> given) {
        var name = given.or(() -> settings.text("pawl.worker.target")).orElse(USUAL_TARGET);
        if (name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) return name;
        throw new UsageError("a target's name has letters, digits, dots, _ and -: not '" + name + "'");
    }

    /// Of a process that runs what servers ask for.
    public WorkerMode worker(String target, int slots) {
        return new WorkerMode.Target(pool(target), List.of(new WorkerTarget(target)), slots, scope());
    }

    /// Of a server that runs turns itself. What may run anywhere it serves only in a fleet: looking
    /// for it costs a question more each time.
    public WorkerMode server(Optional<String> target, int slots) {
        var name = target(target);
        var isOfFleet = target.isPresent() || !settings.names("pawl.worker").isEmpty();
        var also = isOfFleet ? List.of(new WorkerTarget(name)) : List.<WorkerTarget>of();
        return new WorkerMode.Target(pool(name), also, slots, scope());
    }

    /// Of a server whose turns are run by workers.
    public WorkerMode watching(Optional<String> target) {
        var name = target(target);
        return new WorkerMode.Watch(pool(name), new WorkerTarget(name));
    }

    public Recovery.Scope scope() {
        return settings.text("pawl.recover").orElse("own").equals("all") ? Recovery.Scope.ALL : Recovery.Scope.OWN;
    }
}
