package dev.pawl.doorbell;

import dev.pawl.doorbell.Subject.Told;
import dev.pawl.doorbell.Subject.ToolCall;
import dev.pawl.doorbell.Subject.Topic;
import dev.pawl.doorbell.Subject.Wakeup;
import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import java.util.Optional;
import java.util.regex.Pattern;

/// How subjects are spelt on NATS: `{prefix.}cmd.agent.{target}.wakeup` and so on.
///
/// A name becomes exactly one token (see [Token]). What was not spelt by this class, down to a
/// needless escape, is not read. Immutable.
public final class Subjects {
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    private final String lead;

    private Subjects(String lead) {
        this.lead = lead;
    }

    public static Subjects plain() {
        return new Subjects("");
    }

    /// Puts tokens before each subject, so that several installations can share a server.
    public static Subjects under(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "a subject prefix has letters, digits, _ and - between single dots: '" + prefix + "'");
        }
        return new Subjects(prefix + ".");
    }

    public String write(Subject subject) {
        return lead
                + switch (subject) {
                    case Wakeup(var target) -> "cmd.agent." + Token.of(target.value()) + ".wakeup";
                    case Told(var agent, var topic) -> "evt.agent." + Token.of(agent.value()) + '.' + word(topic);
                    case ToolCall(var tool) -> "cmd.tool." + Token.of(tool) + ".call";
                };
    }

    /// Matches the wakeups of all targets.
    public String everyWakeup() {
        return lead + "cmd.agent.*.wakeup";
    }

    public Optional<Subject> read(String text) {
        if (!text.startsWith(lead)) return Optional.empty();
        var tokens = text.substring(lead.length()).split("\\.", -1);
        if (tokens.length != 4) return Optional.empty();
        try {
            return Token.read(tokens[2]).flatMap(name -> subject(tokens[0] + '.' + tokens[1], name, tokens[3]));
        } catch (IllegalArgumentException notAName) {
            return Optional.empty();
        }
    }

    private static Optional<Subject> subject(String kind, String name, String last) {
        return switch (kind + ' ' + last) {
            case "cmd.agent wakeup" -> Optional.of(new Wakeup(new WorkerTarget(name)));
            case "cmd.tool call" -> Optional.of(new ToolCall(name));
            case "evt.agent task" -> Optional.of(new Told(new AgentId(name), Topic.TASK));
            case "evt.agent step" -> Optional.of(new Told(new AgentId(name), Topic.STEP));
            case "evt.agent state" -> Optional.of(new Told(new AgentId(name), Topic.STATE));
            default -> Optional.empty();
        };
    }

    private static String word(Topic topic) {
        return switch (topic) {
            case TASK -> "task";
            case STEP -> "step";
            case STATE -> "state";
        };
    }
}
