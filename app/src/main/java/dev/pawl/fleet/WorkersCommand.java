package dev.pawl.fleet;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.host.Host;
import dev.pawl.id.WorkerTarget;
import dev.pawl.json.Json;
import dev.pawl.kernel.Liveness;
import dev.pawl.resource.Version;
import dev.pawl.threads.Library;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// `pawl workers`: who runs the turns of a store.
public record WorkersCommand(Console console, Library.Opener opener) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("workers", "list the workers of the store: slots, load, lease, version, last seen")
                .with(Option.flag("--all", "also those that ended without a word in the last day"))
                .example("pawl workers --store postgresql://pawl@db/pawl")
                .example("pawl workers --json | jq .busy    # one object for each worker");
    }

    /// How a worker stands.
    enum Standing {
        RUNNING,
        DRAINING,
        /// Its process is there and does nothing (SIGSTOP).
        STOPPED,
        /// Its lease has run out, or its process has ended.
        GONE
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var now = library.now();
            var shown = library.host().workers().stream()
                    .filter(line -> arguments.has("--all") || standing(line, now) != Standing.GONE)
                    .toList();
            if (arguments.has("--json")) {
                for (var line : shown) console.line(json(line, now).write());
            } else if (shown.isEmpty()) console.note(console.say(Text.WORKERS_NONE));
            else table(shown, now);
        }
        return ExitCode.OK;
    }

    static Standing standing(Host.WorkerLine line, Instant now) {
        return switch (line.process()) {
            case DEAD -> Standing.GONE;
            case STOPPED -> Standing.STOPPED;
            case ALIVE -> line.listed().worker().draining() ? Standing.DRAINING : Standing.RUNNING;
            case UNKNOWN -> {
                if (line.listed().isGone(now)) yield Standing.GONE;
                yield line.listed().worker().draining() ? Standing.DRAINING : Standing.RUNNING;
            }
        };
    }

    private void table(List<Host.WorkerLine> lines, Instant now) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of(console.say(Text.WORKERS_HEADER).split(" ")));
        for (var line : lines) {
            var worker = line.listed().worker();
            rows.add(List.of(
                    name(line),
                    targets(worker.targets()),
                    worker.host(),
                    String.valueOf(worker.pid()),
                    line.busy() + "/" + worker.slots(),
                    worker.version() + (worker.version().equals(Version.NUMBER) ? "" : "!"),
                    ago(line.listed().seenAt(), now),
                    standing(line, now).name().toLowerCase(Locale.ROOT)));
        }
        for (var row : Columns.aligned(rows)) console.line(row);
    }

    private static String name(Host.WorkerLine line) {
        var id = line.listed().worker().id().value();
        return id.substring(id.lastIndexOf('~') + 1);
    }

    private static String targets(List<WorkerTarget> targets) {
        return targets.stream().map(WorkerTarget::value).collect(Collectors.joining(","));
    }

    private static String ago(Instant at, Instant now) {
        return Math.max(0, Duration.between(at, now).toSeconds()) + "s";
    }

    private static Json.Obj json(Host.WorkerLine line, Instant now) {
        var worker = line.listed().worker();
        return Json.object()
                .with("worker", worker.id().value())
                .with("target", targets(worker.targets()))
                .with("host", worker.host())
                .with("pid", worker.pid())
                .with("slots", worker.slots())
                .with("busy", line.busy())
                .with("version", worker.version())
                .with("started_at", line.listed().startedAt().toString())
                .with("seen_at", line.listed().seenAt().toString())
                .with("lease_until", line.listed().leaseUntil().toString())
                .with("status", standing(line, now).name().toLowerCase(Locale.ROOT))
                .with("process", word(line.process()));
    }

    private static String word(Liveness process) {
        return process.name().toLowerCase(Locale.ROOT);
    }
}
