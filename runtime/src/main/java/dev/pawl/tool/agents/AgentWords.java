package dev.pawl.tool.agents;

import dev.pawl.card.Detail.AgentState;
import dev.pawl.card.Detail.AgentState.Standing;
import dev.pawl.card.Item;
import dev.pawl.delegation.Family;
import dev.pawl.json.Json;
import dev.pawl.kernel.Letter;
import java.util.Optional;

/// How agents stand, in Codex's words for models.
public final class AgentWords {
    /// The manner of a notice to a caller that goes by ids; see [Letter.Notice].
    static final String V1 = "v1";

    private static final String V2 = "v2 ";

    private AgentWords() {}

    /// The manner of a notice to a caller that goes by paths.
    static String v2(String recipient, String sender) {
        return V2 + recipient + " " + sender;
    }

    static Json status(AgentState state) {
        return switch (state.standing()) {
            case PENDING -> Json.of("pending_init");
            case RUNNING -> Json.of("running");
            case INTERRUPTED -> Json.of("interrupted");
            case CLOSED -> Json.of("shutdown");
            case NOT_FOUND -> Json.of("not_found");
            case COMPLETED -> Json.object().with("completed", Json.orNull(state.message()));
            case FAILED -> Json.object().with("errored", state.message());
        };
    }

    /// What the model is told of a notice; nothing when a tool reads it.
    public static Optional<Item> told(Letter.Notice notice) {
        var end = notice.deliverable();
        var standing = Family.standing(end.outcome());
        var words = standing == Standing.COMPLETED ? Family.words(end) : end.error();
        if (notice.manner().equals(V1)) {
            var told = Json.object()
                    .with("agent_path", notice.from().value())
                    .with("status", status(new AgentState(notice.from().value(), standing, words)));
            return Optional.of(briefing("<subagent_notification>\n" + told.write() + "\n</subagent_notification>"));
        }
        if (notice.manner().startsWith(V2)) {
            var names = notice.manner().substring(V2.length()).split(" ", -1);
            return Optional.of(briefing(mail("FINAL_ANSWER", names[0], names[names.length - 1], words)));
        }
        return Optional.empty();
    }

    private static Item briefing(String text) {
        return new Item.Briefing(Item.Briefing.Role.USER, text);
    }

    /// A message between agents that go by paths.
    static String mail(String type, String recipient, String sender, String text) {
        return "Message Type: " + type + "\nTask name: " + recipient + "\nSender: " + sender + "\nPayload:\n" + text;
    }
}
