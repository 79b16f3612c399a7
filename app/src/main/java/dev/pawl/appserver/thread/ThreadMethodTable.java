package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import java.util.Map;

/// All methods of this package by name.
public final class ThreadMethodTable {
    private ThreadMethodTable() {}

    public static void addTo(Map<String, Call.Method> methods, Hub hub) {
        var json = new ThreadJson(hub);
        var threads = new ThreadMethods(hub, json);
        var lists = new ListMethods(hub, json, threads);
        threads.addTo(methods);
        lists.addTo(methods);
        new SearchMethods(hub, lists).addTo(methods);
        new ForkMethods(hub, json).addTo(methods);
        new DropMethods(hub, json).addTo(methods);
        new GoalMethods(hub).addTo(methods);
        new InjectMethods(hub).addTo(methods);
        new MetadataMethods(hub, json, threads).addTo(methods);
        new AttachmentMethods(hub).addTo(methods);
        new SectionMethods(hub).addTo(methods);
        new PageMethods(hub).addTo(methods);
        new TerminalMethods(hub).addTo(methods);
    }
}
