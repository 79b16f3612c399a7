package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.setting.SetupJson;
import dev.pawl.appserver.setting.SetupOverrides;
import dev.pawl.json.Json;
import dev.pawl.thread.Setup;
import java.util.Map;

/// `thread/settings/update` and `collaborationMode/list`: how a thread's next turns are done.
final class SettingMethods {
    private final Hub hub;
    private final CollaborationModes modes;

    SettingMethods(Hub hub, CollaborationModes modes) {
        this.hub = hub;
        this.modes = modes;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/settings/update", this::update);
        methods.put(
                "collaborationMode/list", call -> call.answer(Json.object().with("data", CollaborationModes.list())));
    }

    private void update(Call call) throws InterruptedException {
        var thread = hub.load(call.params().thread());
        thread.inOrder(() -> {
            change(thread, call.params());
            call.answer(Json.object());
            return thread;
        });
    }

    /// Sets a thread up as these parameters wish, and tells its clients when that changed anything.
    void change(LoadedThread thread, Params params) {
        var before = thread.refresh().setup();
        var mode = CollaborationModes.wish(params);
        var setup = new SetupOverrides(params).apply(before);
        var earlier = modes.of(thread);
        mode.ifPresent(chosen -> modes.choose(thread.id(), chosen));
        if (!setup.equals(before)) thread.setUp(setup);
        if (setup.equals(before) && modes.of(thread).equals(earlier)) return;
        thread.say("thread/settings/updated", updated(thread));
    }

    private Json updated(LoadedThread thread) {
        return Json.object()
                .with("threadId", thread.id().value())
                .with("threadSettings", settings(thread.thread().setup(), modes.of(thread)));
    }

    private static Json settings(Setup setup, CollaborationModes.Mode mode) {
        var effort = Json.orNull(setup.style().effort());
        var words = mode.instructions()
                .orElse(mode.name().equals(CollaborationModes.USUAL) ? "" : CollaborationModes.words(mode.name()));
        var collaboration = Json.object()
                .with("model", setup.model())
                .with("reasoning_effort", effort)
                .with("developer_instructions", Json.orNull(words));
        return Json.object()
                .with("cwd", setup.cwd())
                .with("approvalPolicy", SetupJson.policy(setup.approval()))
                .with("approvalsReviewer", "user")
                .with("sandboxPolicy", SetupJson.sandbox(setup))
                .with("activePermissionProfile", Json.Null.NULL)
                .with("model", setup.model())
                .with("modelProvider", setup.provider())
                .with("serviceTier", Json.Null.NULL)
                .with("effort", effort)
                .with("summary", Json.orNull(setup.style().summary()))
                .with(
                        "collaborationMode",
                        Json.object().with("mode", mode.name()).with("settings", collaboration))
                .with("multiAgentMode", "explicitRequestOnly")
                .with("personality", Json.Null.NULL);
    }
}
