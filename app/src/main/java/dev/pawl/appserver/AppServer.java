package dev.pawl.appserver;

import dev.pawl.api.PawlApi;
import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.appserver.setting.SettingMethodTable;
import dev.pawl.appserver.thread.ThreadMethodTable;
import dev.pawl.appserver.turn.TurnMethodTable;
import dev.pawl.appserver.workspace.WorkspaceMethodTable;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.net.WebSocketListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/// The app-server's protocol over one program: threads, clients and the method table, for every
/// carrier. Safe for use by many threads.
public final class AppServer {
    private static final Duration LOOK = Duration.ofSeconds(30);

    private final Hub hub;
    private final MethodTable methods;

    public AppServer(Backend backend) {
        this.hub = new Hub(backend);
        this.methods = new MethodTable(methods(hub), new OwnMethods(hub, () -> new PawlApi(backend.api())));
        forgetIdle(hub);
    }

    /// A client that proved who it is before the WebSocket was opened.
    public WebSocketListener provedClient() {
        return new WebSocketDialogue(this, Dialogue.Proof.GIVEN);
    }

    /// A client whose `initialize` must carry the token.
    WebSocketListener unprovedClient(Dialogue.Proof proof) {
        return new WebSocketDialogue(this, proof);
    }

    Dialogue open(ClientOutbox outbox, Dialogue.Proof proof) {
        return new Dialogue(hub, methods, outbox, proof).entered();
    }

    /// One request as JSON-RPC, and its reply. What the request subscribes to ends with it.
    ///
    /// @throws BadJson when the text is no request
    public String call(String request) throws InterruptedException {
        return new SingleCall(hub, methods).reply(request);
    }

    /// What a client that only listens is told, from now on.
    ///
    /// @param cut ends the client's connection, when it reads too slowly
    public EventFeed listen(Runnable cut) throws InterruptedException {
        methods.own().tell();
        return EventFeed.ofAll(hub, methods, cut);
    }

    /// The same for one thread, with all that it has missed since an event.
    ///
    /// @param after the last event the client has seen; below 0 for none
    /// @throws NoSuchElementException when there is no such thread
    public EventFeed listen(ThreadId thread, long after, Runnable cut) throws InterruptedException {
        methods.own().tell();
        try {
            return EventFeed.of(hub, methods, cut, thread, after);
        } catch (RpcError refused) {
            throw new NoSuchElementException(refused.getMessage(), refused);
        }
    }

    /// For as long as the process lives; a look now and then is exact enough.
    private static void forgetIdle(Hub hub) {
        Thread.ofVirtual().name("pawl-unload").start(() -> {
            try {
                while (true) {
                    var quarter = hub.backend().unloadAfter().dividedBy(4);
                    Thread.sleep(Duration.ofMillis(Math.clamp(quarter.toMillis(), 50, LOOK.toMillis())));
                    hub.forgetIdle();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    static Map<String, Call.Method> methods(Hub hub) {
        return new Protocol().over(built(hub));
    }

    /// What Pawl has a method for, if only to say that there is nothing.
    static Map<String, Call.Method> built(Hub hub) {
        var methods = new HashMap<String, Call.Method>();
        ThreadMethodTable.addTo(methods, hub);
        TurnMethodTable.addTo(methods, hub);
        SettingMethodTable.addTo(methods, hub);
        WorkspaceMethodTable.addTo(methods, hub);
        new AbsentMethods().addTo(methods);
        return methods;
    }
}
