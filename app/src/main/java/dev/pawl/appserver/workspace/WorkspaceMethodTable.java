package dev.pawl.appserver.workspace;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import java.util.Map;

/// All methods of this package by name.
public final class WorkspaceMethodTable {
    private WorkspaceMethodTable() {}

    public static void addTo(Map<String, Call.Method> methods, Hub hub) {
        new FileMethods().addTo(methods);
        new WatchMethods().addTo(methods);
        new FuzzyMethods().addTo(methods);
        new CommandMethods(hub).addTo(methods);
    }
}
