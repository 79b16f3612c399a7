package dev.pawl.appserver;

import dev.pawl.card.Item;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Map;

/// `review/start`: a turn in the same thread that looks at changes and makes none.
final class ReviewMethods {
    /// The author of a review's request: by it the turn is told as one, also after a restart.
    static final String AUTHOR = "review";

    private static final String MANNER = "Change nothing. For each problem name the file and the line, how bad it is"
            + " and why; leave out what is a matter of taste. Say so when there is none.";

    private final Hub hub;
    private final TurnMethods turns;

    ReviewMethods(Hub hub, TurnMethods turns) {
        this.hub = hub;
        this.turns = turns;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("review/start", this::review);
    }

    private void review(Call call) throws InterruptedException {
        var delivery = call.params().optional("delivery").orElse("inline");
        if (!delivery.equals("inline")) {
            throw RpcError.invalid("Invalid request: unknown variant `" + delivery + "`, expected `inline`");
        }
        var target = new Params(call.params().json().at("target"));
        var words = words(target);
        var thread = hub.load(call.params().thread());
        if (thread.gateway().activeTurn(thread.id()).isPresent()) {
            throw RpcError.invalid("a turn is under way: review after it");
        }
        thread.join(call.client());
        var items = List.<Item>of(new Item.Briefing(Item.Briefing.Role.DEVELOPER, MANNER), Item.UserMessage.of(words));
        turns.begin(
                call,
                thread,
                items,
                turn -> Json.object()
                        .with("turn", TurnJson.asked(turn))
                        .with("reviewThreadId", thread.id().value()),
                AUTHOR);
    }

    private static String words(Params target) {
        return switch (target.text("type")) {
            case "uncommittedChanges" ->
                "Review the changes in the working tree that are not committed: staged, unstaged and new files.";
            case "baseBranch" ->
                "Review the changes since the merge base with the branch " + named(target, "branch") + ".";
            case "commit" ->
                "Review the commit " + named(target, "sha")
                        + target.optional("title")
                                .map(title -> " (" + title + ")")
                                .orElse("") + ".";
            case "custom" -> named(target, "instructions");
            case String other -> throw RpcError.invalid("Invalid request: unknown variant `" + other + "`");
        };
    }

    private static String named(Params target, String what) {
        var text = target.text(what).strip();
        if (text.isEmpty()) throw RpcError.invalid(what + " must not be empty");
        return text;
    }
}
