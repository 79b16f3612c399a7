package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// One request without a connection: a client that comes, asks, and leaves with the reply.
record SingleCall(Hub hub, MethodTable methods) {
    private static final int NO_ID = 0;

    String reply(String text) throws InterruptedException {
        var id = id(text);
        var outbox = new ClientOutbox(ClientOutbox.WhenFull.WAIT, () -> {});
        try (var dialogue = new Dialogue(hub, methods, outbox, Dialogue.Proof.GIVEN).begun()) {
            dialogue.receive(id.message());
            for (var batch = outbox.take(); !batch.isEmpty(); batch = outbox.take()) {
                for (var message : batch) {
                    var said = Json.parse(new String(message, UTF_8));
                    if (said.at("method").isNull() && said.at("id").equals(id.id())) return said.write();
                }
            }
            throw new IllegalStateException("the request was not answered");
        } finally {
            outbox.close();
        }
    }

    private record Asked(Json id, String message) {}

    /// A request without an id gets one: there is a reply to every POST.
    private static Asked id(String text) {
        return switch (Rpc.parse(text)) {
            case Rpc.Request(var id, var method, var params) -> new Asked(id, Rpc.request(id, method, params));
            case Rpc.Notification(var method, var params) ->
                new Asked(Json.of(NO_ID), Rpc.request(Json.of(NO_ID), method, params));
            case Rpc.Reply _, Rpc.Failure _ -> throw new BadJson("a request has a method");
        };
    }
}
