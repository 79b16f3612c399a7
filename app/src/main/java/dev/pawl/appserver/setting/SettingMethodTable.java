package dev.pawl.appserver.setting;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import java.util.Map;

/// All methods of this package by name.
public final class SettingMethodTable {
    private SettingMethodTable() {}

    public static void addTo(Map<String, Call.Method> methods, Hub hub) {
        new ModelMethods(hub).addTo(methods);
        new McpMethods(hub).addTo(methods);
        new HookMethods(hub).addTo(methods);
        new AccountMethods(hub).addTo(methods);
        new ProfileMethods().addTo(methods);
        new ConfigMethods(hub).addTo(methods);
    }
}
