package dev.pawl.appserver;

import dev.pawl.json.Json;

/// One request of a client. It is answered exactly once: by the method, or by an error it throws.
record Call(Client client, Json id, Params params) {
    void answer(Json result) {
        client.send(result(result));
    }

    /// The answer as it will be sent.
    String result(Json result) {
        return Rpc.result(id, result);
    }

    /// Does what a client asked for. Blocks; throws [RpcError] to say no.
    @FunctionalInterface
    interface Method {
        void run(Call call) throws InterruptedException;
    }
}
