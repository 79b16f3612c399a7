package dev.pawl.appserver.rpc;

import dev.pawl.json.Json;

/// One request of a client. It is answered exactly once: by the method, or by an error it throws.
///
/// @param aside does the rest of it beside whatever comes next
public record Call(Client client, Json id, Params params, Aside aside) {
    public void answer(Json result) {
        client.send(result(result));
    }

    /// The answer as it will be sent.
    public String result(Json result) {
        return Rpc.result(id, client.wantsLessOutput() ? LargeOutput.cut(result) : result);
    }

    /// The last thing a method does: what takes long goes on while the next one begins.
    public void goOn(Method rest) {
        aside.run(rest, this);
    }

    @FunctionalInterface
    public interface Aside {
        void run(Method rest, Call call);
    }

    /// Does what a client asked for. Blocks; throws [RpcError] to say no.
    @FunctionalInterface
    public interface Method {
        void run(Call call) throws InterruptedException;
    }
}
