package dev.pawl.appserver;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// All methods by name: Codex's, and Pawl's own.
record MethodTable(Map<String, Call.Method> codex, OwnMethods own) {
    Optional<Call.Method> find(String name) {
        var known = codex.get(name);
        return known != null ? Optional.of(known) : own.find(name);
    }

    RpcError unknown(String name) {
        var names = new TreeSet<String>(codex.keySet());
        names.addAll(own.names());
        return RpcError.invalid("Invalid request: unknown variant `" + name + "`, expected one of "
                + String.join(", ", names.stream().map(one -> "`" + one + "`").toList()));
    }
}
