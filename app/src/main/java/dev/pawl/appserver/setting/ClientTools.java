package dev.pawl.appserver.setting;

import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.codex.ServerItems;
import dev.pawl.json.Json;
import java.util.HashSet;
import java.util.List;

/// The tools that a client offers with `dynamicTools`.
final class ClientTools {
    private static final int LONGEST = 128;

    private ClientTools() {}

    /// The tools a client offers, checked as Codex does.
    static String checked(List<Json> given) {
        var names = new HashSet<String>();
        for (var each : given) {
            var tool = new Params(each);
            var name = tool.text("name");
            if (!name.matches("[a-zA-Z0-9_-]+")) {
                throw RpcError.invalid("dynamic tool name must match ^[a-zA-Z0-9_-]+$ to match Responses API: " + name);
            }
            if (name.length() > LONGEST) throw RpcError.invalid("dynamic tool name is too long: " + name);
            if (ServerItems.OWN_TOOLS.contains(name)) throw RpcError.invalid("dynamic tool name is reserved: " + name);
            if (!names.add(name)) throw RpcError.invalid("duplicate dynamic tool name: " + name);
            tool.text("description");
            if (!(each.at("inputSchema") instanceof Json.Obj)) throw Params.missing("inputSchema");
        }
        return given.isEmpty() ? "" : Json.array(given).write();
    }
}
