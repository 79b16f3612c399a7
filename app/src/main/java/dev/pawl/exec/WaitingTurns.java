package dev.pawl.exec;

import dev.pawl.cli.UsageError;
import dev.pawl.gateway.Gateway;
import dev.pawl.view.QuestionView;

/// Finds what a person means by an id: a call, or a thread in which one thing waits.
final class WaitingTurns {
    private WaitingTurns() {}

    static QuestionView find(Gateway gateway, String id) {
        var found = gateway.questions().stream()
                .filter(asked -> asked.call().value().equals(id)
                        || asked.thread().value().equals(id)
                        || (asked.thread() + "/" + asked.call()).equals(id))
                .toList();
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw new UsageError("nothing waits under the id " + id + "\n  pawl approvals list shows what does");
        }
        var lines = new StringBuilder("more than one thing waits under the id " + id);
        for (var asked : found)
            lines.append("\n  ").append(asked.thread()).append('/').append(asked.call());
        throw new UsageError(lines.toString());
    }
}
