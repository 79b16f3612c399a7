package dev.pawl.app;

import dev.pawl.id.WorkerTarget;
import dev.pawl.worker.Recovery;
import dev.pawl.worker.WorkerProcess;

/// Which turns belong to which process, and which of those that others left a server goes on with.
///
/// A turn belongs to the surface that began it, on the machine where it was begun: `exec` goes on
/// with its own when it is asked to, a server with those of a server before it.
final class RecoveryChoice {
    private final Settings settings;

    RecoveryChoice(Settings settings) {
        this.settings = settings;
    }

    WorkerTarget pool(String surface) {
        return new WorkerTarget(surface + "@" + settings.text("pawl.host").orElseGet(WorkerProcess::host));
    }

    Recovery.Scope scope() {
        return settings.text("pawl.recover").orElse("own").equals("all") ? Recovery.Scope.ALL : Recovery.Scope.OWN;
    }
}
