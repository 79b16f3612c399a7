package dev.pawl.appserver;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.cli.Console;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// One connection: the handshake, then requests. What concerns one thread or one command is done
/// in the order it was asked for; the rest side by side, each on a virtual thread.
final class Dialogue implements AutoCloseable {
    private static final int MOST_UNANSWERED = 1024;
    /// The version of Codex whose protocol this is.
    static final String CODEX = "0.166.0";

    private final Hub hub;
    private final MethodTable methods;
    private final Client client;
    private final Lanes lanes = new Lanes();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Proof proof;
    private volatile boolean refused;

    /// What a client must show before it may ask for anything.
    @FunctionalInterface
    interface Proof {
        /// The carrier has judged the client already.
        Proof GIVEN = _ -> true;

        /// @param token empty when the client sent none
        boolean isRight(String token);
    }

    Dialogue(Hub hub, MethodTable methods, ClientOutbox outbox, Proof proof) {
        this.hub = hub;
        this.proof = proof;
        this.methods = methods;
        this.client = new Client(outbox);
    }

    /// The client is told what concerns every client.
    Dialogue entered() {
        hub.enter(client);
        return this;
    }

    /// The client needs no handshake, and knows all that Pawl has.
    Dialogue begun() {
        client.expectExperiments();
        client.expectOwn();
        client.ready(Set.of());
        return this;
    }

    Client client() {
        return client;
    }

    boolean isInitialized() {
        return client.isReady();
    }

    /// Whether the client's proof was wrong: it gets no second attempt.
    boolean isRefused() {
        return refused;
    }

    /// A message from the client. Quick: what takes time goes on elsewhere.
    void receive(String text) {
        try {
            switch (Rpc.parse(text)) {
                case Rpc.Request request -> request(request);
                case Rpc.Reply(var id, var result) -> lanes.run("", () -> answer(id, Optional.of(result)));
                case Rpc.Failure(var id, var _) -> lanes.run("", () -> answer(id, Optional.empty()));
                case Rpc.Notification _ -> {
                    // `initialized` is the only one, and says nothing we wait for.
                }
            }
        } catch (BadJson unreadable) {
            // Without an id there is nobody to answer.
            Console.warn("a message that cannot be read was skipped: " + unreadable.getMessage());
        }
    }

    private void request(Rpc.Request request) {
        try {
            if (request.method().equals("initialize")) {
                client.send(Rpc.result(request.id(), initialize(new Params(request.params()))));
                return;
            }
            if (!client.isReady()) throw RpcError.invalid("Not initialized");
            var method = methods.find(request.method()).orElseThrow(() -> methods.unknown(request.method()));
            if (unanswered.incrementAndGet() > MOST_UNANSWERED) {
                unanswered.decrementAndGet();
                throw RpcError.overloaded();
            }
            var call = new Call(client, request.id(), new Params(request.params()), this::goOn);
            lanes.run(lane(request), () -> run(method, call));
        } catch (RpcError no) {
            client.send(Rpc.error(request.id(), no));
        }
    }

    /// What is said to one command keeps its order too, and comes after its start.
    private static String lane(Rpc.Request request) {
        var params = request.params();
        Optional<String> process = request.method().startsWith("command/exec")
                ? params.at("processId").text()
                : Optional.empty();
        return process.map(id -> "process " + id)
                .or(() -> params.at("threadId").text())
                .orElse(request.id().write());
    }

    private Json initialize(Params params) {
        if (client.isReady()) throw RpcError.invalid("Already initialized");
        if (!proof.isRight(params.json().text("token", ""))) {
            refused = true;
            throw RpcError.invalid("a token is needed: Authorization: Bearer TOKEN with the connection, or"
                    + " \"token\" in initialize; the server said at its start where it is");
        }
        var who = new Params(params.json().at("clientInfo"));
        if (!(who.json() instanceof Json.Obj)) throw Params.missing("clientInfo");
        var name = who.text("name");
        var version = who.text("version");
        if (name.chars().anyMatch(letter -> (letter < ' ' && letter != '\t') || letter >= 127)) {
            throw RpcError.invalid("Invalid clientInfo.name: '" + name + "'. Must be a valid HTTP header value.");
        }
        var wishes = new Params(params.json().at("capabilities"));
        if (wishes.flag("experimentalApi")) client.expectExperiments();
        var own = wishes.flag("pawl") || wishes.flag("pawlCut");
        if (own) client.expectOwn();
        if (wishes.flag("pawlCut")) client.expectLessOutput();
        client.ready(new HashSet<>(wishes.texts("optOutNotificationMethods")));
        if (own) methods.own().tell();
        return greeting(name, version, own);
    }

    private Json greeting(String name, String version, boolean own) {
        var greeting = Json.object()
                .with("userAgent", userAgent(name, version))
                .with("codexHome", hub.backend().home())
                .with("platformFamily", "unix")
                .with("platformOs", System.getProperty("os.name", "").startsWith("Mac") ? "macos" : "linux");
        return own ? greeting.with("pawl", methods.own().greeting()) : greeting;
    }

    /// As Codex spells it: packages read the number behind the first slash, and refuse a server
    /// that is too old for them. Ours stands beside it.
    private String userAgent(String name, String version) {
        var system = System.getProperty("os.name", "unknown") + "; " + System.getProperty("os.arch", "unknown");
        return name + "/" + CODEX + " (" + system + ") pawl/" + hub.backend().version() + " (" + name + "; " + version
                + ")";
    }

    /// Not answered until the rest is done too.
    private void goOn(Call.Method rest, Call call) {
        unanswered.incrementAndGet();
        Thread.startVirtualThread(() -> run(rest, call));
    }

    private void run(Call.Method method, Call call) {
        try {
            method.run(call);
        } catch (RpcError no) {
            client.send(Rpc.error(call.id(), no));
        } catch (InterruptedException stopped) {
            client.send(Rpc.error(call.id(), RpcError.internal("the server is going away")));
        } catch (RuntimeException failed) {
            client.send(Rpc.error(call.id(), RpcError.internal(String.valueOf(failed.getMessage()))));
        } finally {
            unanswered.decrementAndGet();
        }
    }

    private void answer(Json id, Optional<Json> result) {
        try {
            hub.answer(id, result);
        } catch (InterruptedException stopped) {
            // The question stays; it is asked again.
        } catch (RuntimeException failed) {
            // So it does here: it can still be answered, and who resumes the thread is asked again.
            Console.warn("the answer to " + id.write() + " could not be kept: " + failed);
        }
    }

    @Override
    public void close() {
        hub.leave(client);
    }
}
