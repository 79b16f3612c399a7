package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.card.Item;
import dev.pawl.cli.ReviewRequest;
import dev.pawl.codex.ServerTurns;
import dev.pawl.json.Json;
import dev.pawl.view.ItemView.ReviewMark;
import java.util.List;
import java.util.Map;

/// `review/start`: a turn in the same thread that looks at changes and makes none.
final class ReviewMethods {
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
        var review = request(target);
        var thread = hub.load(call.params().thread());
        if (thread.gateway().activeTurn(thread.id()).isPresent()) {
            throw RpcError.invalid("a turn is under way: review after it");
        }
        thread.join(call.client());
        var items = List.<Item>of(
                new Item.Briefing(Item.Briefing.Role.DEVELOPER, ReviewRequest.MANNER),
                Item.UserMessage.of(review.words()));
        turns.begin(
                call,
                thread,
                items,
                turn -> Json.object()
                        .with("turn", ServerTurns.asked(turn))
                        .with("reviewThreadId", thread.id().value()),
                ReviewMark.AUTHOR);
    }

    private static ReviewRequest request(Params target) {
        return switch (target.text("type")) {
            case "uncommittedChanges" -> new ReviewRequest.Uncommitted();
            case "baseBranch" -> new ReviewRequest.Base(named(target, "branch"));
            case "commit" -> new ReviewRequest.Commit(named(target, "sha"), target.optional("title"));
            case "custom" -> new ReviewRequest.Custom(named(target, "instructions"));
            case String other -> throw RpcError.invalid("Invalid request: unknown variant `" + other + "`");
        };
    }

    private static String named(Params target, String what) {
        var text = target.text(what).strip();
        if (text.isEmpty()) throw RpcError.invalid(what + " must not be empty");
        return text;
    }
}
