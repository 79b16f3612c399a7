package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.hub.Prelude;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.card.Item;
import dev.pawl.codex.ServerTurns;
import dev.pawl.command.Command;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// `turn/…` and `thread/compact/start`: whatever begins, feeds or ends a turn.
final class TurnMethods {
    private static final String USER = "user";

    private final Hub hub;
    private final Notes notes;
    private final SkillMethods skills;

    private final CollaborationModes modes;
    private final SettingMethods settings;
    private final ShellMethods shells;

    /// What else a request brings, or changes before it.
    record Extras(SkillMethods skills, CollaborationModes modes, SettingMethods settings, ShellMethods shells) {}

    TurnMethods(Hub hub, Extras extras) {
        this.hub = hub;
        this.notes = new Notes(hub);
        this.skills = extras.skills();
        this.modes = extras.modes();
        this.settings = extras.settings();
        this.shells = extras.shells();
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("turn/start", this::start);
        methods.put("turn/steer", this::steer);
        methods.put("turn/interrupt", this::interrupt);
        methods.put("thread/compact/start", this::compact);
    }

    /// What a person said, with the skills they name.
    List<Item> request(LoadedThread thread, Item.UserMessage message) {
        return skills.request(thread, message);
    }

    /// A request with all that its agent is told before it.
    TurnId submit(LoadedThread thread, List<Item> items, Function<List<Item>, Command> letter) {
        return submit(thread, thread.thread(), items, letter);
    }

    /// @param known the thread as the agent knows it
    private TurnId submit(
            LoadedThread thread, ChatThread known, List<Item> items, Function<List<Item>, Command> letter) {
        var before = Prelude.items(notes, thread.id());
        var all = new ArrayList<Item>(
                hub.backend().host(thread.keeping()).threads().preface(known, thread.thread()));
        all.addAll(before);
        all.addAll(items);
        var turn = accepted(thread.gateway().accept(letter.apply(all)));
        Prelude.told(notes, thread.id(), before.size());
        return turn;
    }

    private void start(Call call) throws InterruptedException {
        var id = call.params().thread();
        var message = Inputs.read(call.params());
        var thread = hub.load(id);
        thread.join(call.client());
        var before = thread.thread();
        thread.inOrder(() -> {
            settings.change(thread, call.params());
            return thread;
        });
        var items = new ArrayList<Item>(modes.news(thread));
        items.addAll(request(thread, message));
        var schema = call.params().json().at("outputSchema");
        if (!schema.isNull()) items.add(new Item.ResultFields(List.of(), schema.write()));
        begin(call, thread, before, items, turn -> Json.object().with("turn", ServerTurns.asked(turn)), USER);
    }

    /// The answer goes out before anything the turn does is told.
    void begin(Call call, LoadedThread thread, List<Item> items, Answer answer) throws InterruptedException {
        begin(call, thread, items, answer, USER);
    }

    /// @param source who asks: a review is told by it, whoever reads the turn later
    void begin(Call call, LoadedThread thread, List<Item> items, Answer answer, String source)
            throws InterruptedException {
        begin(call, thread, thread.thread(), items, answer, source);
    }

    private void begin(Call call, LoadedThread thread, ChatThread known, List<Item> items, Answer answer, String source)
            throws InterruptedException {
        thread.inOrder(() -> {
            var turn = submit(thread, known, items, all -> new Command.Steer(letter(), thread.id(), all, source));
            call.answer(answer.of(turn));
            return turn;
        });
    }

    @FunctionalInterface
    interface Answer {
        Json of(TurnId turn);
    }

    private static TurnId accepted(Reply reply) {
        return switch (reply) {
            case Reply.Accepted(var turn) -> turn;
            case Reply.Steered(var turn) -> turn;
            case Reply.Decided(var turn) -> turn;
            case Reply.Refused(var why) -> throw RpcError.invalid(why);
            case Reply.Stopped _ -> throw RpcError.internal("a request was answered as a stop");
        };
    }

    private LetterId letter() {
        return new LetterId(hub.backend().fresh());
    }

    private void steer(Call call) throws InterruptedException {
        var expected = call.params().text("expectedTurnId");
        var message = Inputs.read(call.params());
        var thread = hub.load(call.params().thread());
        thread.inOrder(() -> {
            expect(thread, expected, "steer");
            var steer = new Command.Steer(letter(), thread.id(), request(thread, message), USER);
            var turn = accepted(thread.gateway().accept(steer));
            call.answer(Json.object().with("turnId", turn.value()));
            return turn;
        });
    }

    private static void expect(LoadedThread thread, String expected, String what) {
        var active = thread.gateway()
                .activeTurn(thread.id())
                .orElseThrow(() -> RpcError.invalid("no active turn to " + what));
        if (!active.value().equals(expected)) {
            throw RpcError.invalid("expected active turn id `" + expected + "` but found `" + active + "`");
        }
    }

    private void interrupt(Call call) throws InterruptedException {
        var turn = call.params().text("turnId");
        var thread = hub.load(call.params().thread());
        if (shells.interrupt(turn)) {
            call.answer(Json.object());
            return;
        }
        thread.inOrder(() -> {
            expect(thread, turn, "interrupt");
            var stop = new Command.Interrupt(letter(), thread.id(), new TurnId(turn), "interrupted by the user");
            if (thread.gateway().accept(stop) instanceof Reply.Refused(var why)) throw RpcError.invalid(why);
            call.answer(Json.object());
            return turn;
        });
    }

    private void compact(Call call) throws InterruptedException {
        var thread = hub.load(call.params().thread());
        if (thread.gateway().activeTurn(thread.id()).isPresent()) {
            throw RpcError.invalid("a turn is under way: compact after it");
        }
        begin(call, thread, List.of(new Item.Compact()), _ -> Json.object());
    }
}
