package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// How an agent and its person work together in a thread: as usual, or on a plan alone. A mode is
/// words for the model, told with the first turn after it was chosen; the thread's history says
/// which one was told last. Safe for use by many threads.
final class CollaborationModes {
    private static final String OPEN = "<collaboration_mode name=\"";
    private static final String CLOSE = "</collaboration_mode>";
    static final String USUAL = "default";
    private static final String PLAN = "plan";

    private static final String PLANNING = """
            You are in plan mode until another collaboration mode is told. Look at what is there: read files,
            search, run commands that change nothing. Change no files and nothing else, also when you are asked
            to: say that this is plan mode, and put it into the plan. Ask about what the answer depends on and
            cannot be found out. End with a plan that needs no further decision: what changes where, in which
            order, and how it is checked.""";
    private static final String WORKING =
            "You are in the default mode: do what is asked. Earlier collaboration modes are over.";

    /// What a client chose.
    ///
    /// @param instructions the client's own words for the model, instead of ours
    record Mode(String name, Optional<String> instructions) {}

    private final Map<ThreadId, Mode> chosen = new ConcurrentHashMap<>();

    /// As `collaborationMode/list` tells them.
    static Json list() {
        return Json.array(List.of(mask("Plan", PLAN, Json.of("medium")), mask("Default", USUAL, Json.Null.NULL)));
    }

    private static Json.Obj mask(String name, String mode, Json effort) {
        return Json.object()
                .with("name", name)
                .with("mode", mode)
                .with("model", Json.Null.NULL)
                .with("reasoning_effort", effort);
    }

    /// Of a client's parameters; nothing when it says nothing of a mode.
    static Optional<Mode> wish(Params params) {
        var wish = new Params(params.json().at("collaborationMode"));
        if (wish.json().isNull()) return Optional.empty();
        var name = wish.text("mode");
        if (!name.equals(PLAN) && !name.equals(USUAL)) {
            throw RpcError.invalid("Invalid request: unknown variant `" + name + "`, expected `plan` or `default`");
        }
        return Optional.of(new Mode(name, new Params(wish.json().at("settings")).optional("developer_instructions")));
    }

    void choose(ThreadId thread, Mode mode) {
        chosen.put(thread, mode);
    }

    /// The mode of a thread's next turn.
    Mode of(LoadedThread thread) {
        var wanted = chosen.get(thread.id());
        return wanted != null ? wanted : new Mode(told(thread).name(), Optional.empty());
    }

    /// What must be told before the next request of a thread's agent: nothing while the mode is the
    /// one it was told last.
    List<Item> news(LoadedThread thread) {
        var wanted = chosen.get(thread.id());
        if (wanted == null) return List.of();
        var words = OPEN + wanted.name() + "\">\n" + wanted.instructions().orElse(words(wanted.name())) + "\n" + CLOSE;
        var told = told(thread);
        var usual = told.words().isEmpty()
                && wanted.name().equals(USUAL)
                && wanted.instructions().isEmpty();
        return usual || told.words().equals(words)
                ? List.of()
                : List.of(new Item.Briefing(Item.Briefing.Role.DEVELOPER, words));
    }

    static String words(String mode) {
        return mode.equals(PLAN) ? PLANNING : WORKING;
    }

    private record Told(String name, String words) {}

    private static Told told(LoadedThread thread) {
        for (var card : thread.cards().reversed()) {
            var words = briefing(card);
            if (words.startsWith(OPEN)) {
                return new Told(words.startsWith(OPEN + PLAN) ? PLAN : USUAL, words);
            }
        }
        return new Told(USUAL, "");
    }

    private static String briefing(Card card) {
        return card.item() instanceof Item.Briefing(var _, var text) ? text : "";
    }
}
