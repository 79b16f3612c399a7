package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.hub.Prelude;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.appserver.setting.SetupOverrides;
import dev.pawl.card.Card;
import dev.pawl.gateway.ForkReply;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// `thread/fork`: a new thread that goes on after a turn of another.
final class ForkMethods {
    private final Hub hub;
    private final ThreadJson json;
    private final Notes notes;

    ForkMethods(Hub hub, ThreadJson json) {
        this.hub = hub;
        this.json = json;
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/fork", this::fork);
    }

    private void fork(Call call) throws InterruptedException {
        var params = call.params();
        if (params.optional("lastTurnId").isPresent()
                && params.optional("beforeTurnId").isPresent()) {
            throw RpcError.invalid("`beforeTurnId` cannot be combined with `lastTurnId`");
        }
        ThreadMethods.checkProvider(hub, params);
        var source = hub.find(params.thread());
        var from = hub.keeping(source.id());
        var keeping = params.flag("ephemeral") ? Backend.Storage.EPHEMERAL : from;
        var now = hub.backend().now();
        var earlier = source.setup().isUnsettled() ? hub.backend().setup() : source.setup();
        var fork = new ChatThread(
                new ThreadId(hub.backend().fresh()),
                "",
                source.source(),
                source.id().value(),
                false,
                new SetupOverrides(params).apply(earlier),
                now,
                now);
        if (keeping == from) share(params, source, fork);
        else copy(params, source, fork);
        var loaded = hub.load(keeping, fork);
        params.optional("developerInstructions").ifPresent(words -> Prelude.developer(notes, fork.id(), words));
        var preview = loaded.preview();
        loaded.join(
                call.client(),
                turns -> call.result(json.opened(fork, new ThreadJson.Look(keeping, loaded.status(), preview, turns))),
                !params.flag("excludeTurns"));
        var look = new ThreadJson.Look(keeping, loaded.status(), preview, List.of());
        hub.tellEverybody("thread/started", Json.object().with("thread", json.thread(fork, look)));
    }

    /// In the same store the cards are shared.
    private void share(Params params, ChatThread source, ChatThread fork) throws InterruptedException {
        var keeping = hub.keeping(source.id());
        var turns = turns(source);
        var count = count(params, turns);
        if (count == 0) {
            hub.backend().gateway(keeping).open(fork);
            return;
        }
        var until = new TurnId(turns.get(count - 1));
        if (hub.backend().threads(keeping).fork(source.id(), until, fork) instanceof ForkReply.Refused(var why)) {
            throw RpcError.invalid(why);
        }
    }

    /// A thread that goes with the process takes what it reads along.
    private void copy(Params params, ChatThread source, ChatThread fork) throws InterruptedException {
        if (!params.flag("excludeTurns")) {
            throw RpcError.invalid("ephemeral paginated thread/fork requires `excludeTurns: true`");
        }
        var turns = turns(source);
        var left = new HashSet<>(turns.subList(count(params, turns), turns.size()));
        var history = hub.backend().threads(hub.keeping(source.id())).history(source.id()).stream()
                .filter(card -> !left.contains(card.origin().turn().value()))
                .map(Card::item)
                .toList();
        hub.backend().threads(Backend.Storage.EPHEMERAL).adopt(fork, history);
    }

    /// Those that are over.
    private List<String> turns(ChatThread source) throws InterruptedException {
        var turns = hub.turns(source).stream()
                .filter(turn -> turn.end().isPresent())
                .map(turn -> turn.id().value())
                .toList();
        if (turns.isEmpty()) throw RpcError.invalid("thread " + source.id() + " has no turn that is over");
        return turns;
    }

    /// How many turns the fork has.
    private static int count(Params params, List<String> turns) {
        var last = params.optional("lastTurnId");
        var named = last.or(() -> params.optional("beforeTurnId"));
        if (named.isEmpty()) return turns.size();
        var index = turns.indexOf(named.get());
        if (index < 0) throw RpcError.invalid("turn not found: " + named.get());
        return last.isPresent() ? index + 1 : index;
    }
}
