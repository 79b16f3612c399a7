package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.setting.SetupJson;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Threads as Codex's clients know them.
final class ThreadJson {
    private static final Json NULL = Json.Null.NULL;

    private final Backend backend;
    private final SectionMethods sections;

    ThreadJson(Hub hub) {
        this.backend = hub.backend();
        this.sections = new SectionMethods(hub);
    }

    /// What a thread looks like beside what is stored of it.
    record Look(Backend.Storage keeping, Json status, String preview, List<? extends Json> turns) {}

    Json.Obj thread(ChatThread thread, Look look) {
        var ephemeral = look.keeping() == Backend.Storage.EPHEMERAL;
        var notes = Notes.of(backend.threads(look.keeping()), thread.id());
        Optional<String> path =
                ephemeral ? Optional.empty() : backend.transcripts().map(files -> files.place(thread));
        return Json.object()
                .with("id", thread.id().value())
                .with("sessionId", thread.id().value())
                .with("forkedFromId", Json.orNull(thread.forkedFrom()))
                .with("parentThreadId", NULL)
                .with("preview", look.preview())
                .with("ephemeral", Json.of(ephemeral))
                .with("historyMode", "legacy")
                .with("modelProvider", thread.setup().provider())
                .with("model", thread.setup().model())
                .with("reasoningEffort", Json.orNull(thread.setup().style().effort()))
                .with("createdAt", thread.createdAt().getEpochSecond())
                .with("updatedAt", thread.updatedAt().getEpochSecond())
                .with("recencyAt", thread.updatedAt().getEpochSecond())
                .with("status", look.status())
                .with("path", path.<Json>map(Json::of).orElse(NULL))
                .with("cwd", thread.setup().cwd())
                .with("cliVersion", backend.version())
                .with("source", source(thread.source()))
                .with("originator", NULL)
                .with("threadSource", NULL)
                .with("agentNickname", NULL)
                .with("agentRole", NULL)
                .with("section", sections.shown(notes.at(Notes.SECTION)))
                .with("sectionEnteredAt", notes.at(Notes.SECTION).at("at"))
                .with("projectId", NULL)
                .with("gitInfo", notes.at(Notes.GIT))
                .with("name", Json.orNull(thread.title()))
                .with("turns", Json.array(look.turns()));
    }

    /// The answer to `thread/start`, `resume` and `fork`.
    Json.Obj opened(ChatThread thread, Look look) {
        var setup = thread.setup();
        return Json.object()
                .with("thread", thread(thread, look))
                .with("model", setup.model())
                .with("modelProvider", setup.provider())
                .with("serviceTier", NULL)
                .with("disabledPluginIds", Json.array(List.of()))
                .with("cwd", setup.cwd())
                .with("runtimeWorkspaceRoots", Json.strings(roots(setup)))
                .with("instructionSources", Json.array(List.of()))
                .with("approvalPolicy", SetupJson.policy(setup.approval()))
                .with("approvalsReviewer", "user")
                .with("sandbox", SetupJson.sandbox(setup))
                .with("activePermissionProfile", NULL)
                .with("reasoningEffort", Json.orNull(setup.style().effort()))
                .with("multiAgentMode", "explicitRequestOnly");
    }

    private static List<String> roots(Setup setup) {
        var roots = new ArrayList<>(List.of(setup.cwd()));
        roots.addAll(setup.roots());
        return roots;
    }

    /// Codex's word for where a thread comes from. Its own app-server files threads of all clients
    /// as `vscode`, and clients look for them there; what was imported was begun in its terminal.
    static String source(String source) {
        return switch (source) {
            case "cli", "vscode", "exec" -> source;
            case "appServer" -> "vscode";
            case "codex" -> "cli";
            default -> "unknown";
        };
    }
}
