package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import java.util.Map;

/// All methods of this package by name.
public final class TurnMethodTable {
    private TurnMethodTable() {}

    public static void addTo(Map<String, Call.Method> methods, Hub hub) {
        var skills = new SkillMethods(hub);
        var modes = new CollaborationModes();
        var settings = new SettingMethods(hub, modes);
        var shells = new ShellMethods(hub);
        var turns = new TurnMethods(hub, new TurnMethods.Extras(skills, modes, settings, shells));
        skills.addTo(methods);
        settings.addTo(methods);
        shells.addTo(methods);
        turns.addTo(methods);
        new ReviewMethods(hub, turns).addTo(methods);
        new QueueMethods(hub, turns).addTo(methods);
    }
}
