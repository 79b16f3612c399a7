package dev.pawl.doctor;

import dev.pawl.log.LogFiles;
import java.time.Duration;
import java.time.InstantSource;

/// Looks at what servers have logged in the last hour: a duty that fails again and again, errors.
public record LogCheck(LogFiles logs, InstantSource clock) implements HealthCheck {
    private static final Duration RECENT = Duration.ofHours(1);
    private static final int LINES = 2_000;

    @Override
    public Finding look() {
        var since = clock.instant().minus(RECENT);
        var failing = logs.failingDuties(since);
        if (!failing.isEmpty()) {
            var worst = failing.getLast();
            return Finding.warn(
                    "logs",
                    worst.message() + " (" + worst.file() + ")"
                            + (failing.size() > 1 ? ", and " + (failing.size() - 1) + " more duties fail" : ""),
                    "see " + logs.folder().resolve(worst.file()) + "; it is tried again by itself");
        }
        var errors = logs.tail(LINES).stream()
                .filter(line -> line.level().equals("error") && line.time().isAfter(since))
                .toList();
        if (errors.isEmpty()) return Finding.ok("logs", "no errors in the last hour (" + logs.folder() + ")");
        var last = errors.getLast();
        return Finding.warn(
                "logs",
                errors.size() + " errors in the last hour, the last: " + last.message(),
                "see " + logs.folder().resolve(last.file()));
    }
}
