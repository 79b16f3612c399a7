package dev.pawl.runner;

import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the plan in an agent's last message: the message itself, or the one block of Markdown in
/// it.
final class PlanReply {
    private static final Pattern TASKS = Pattern.compile("(?m)^##\\s+(?:\\d+[.)]\\s*)?(Tasks|任务)\\s*$");
    private static final Pattern FENCED =
            Pattern.compile("(?s)(?:^|\\n)(`{3,}|~{3,})(?:markdown|md)?[ \\t]*\\n(.*?)\\n\\1[ \\t]*(?=\\n|$)");

    private PlanReply() {}

    static Optional<String> document(String reply) {
        var fences = FENCED.matcher(reply);
        while (fences.find()) {
            var block = fences.group(2);
            if (TASKS.matcher(block).find()) return Optional.of(block.strip() + "\n");
        }
        if (!TASKS.matcher(reply).find()) return Optional.empty();
        int title = reply.startsWith("---") ? 0 : reply.indexOf("\n# ");
        var text = reply.startsWith("# ") || title < 0 ? reply : reply.substring(title);
        return Optional.of(text.strip() + "\n");
    }
}
