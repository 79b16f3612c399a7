package dev.pawl.appserver;

import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Threads as Codex's clients know them.
final class ThreadJson {
    private static final Json NULL = ItemJson.NULL;

    private final Backend backend;
    private final SectionMethods sections;

    ThreadJson(Hub hub) {
        this.backend = hub.backend();
        this.sections = new SectionMethods(hub);
    }

    /// What a thread looks like beside what is stored of it.
    record Look(Backend.Keeping keeping, ThreadStatus status, String preview, List<? extends Json> turns) {}

    Json.Obj thread(ChatThread thread, Look look) {
        var ephemeral = look.keeping() == Backend.Keeping.PASSING;
        var notes = Notes.of(backend.threads(look.keeping()), thread.id());
        Optional<String> path =
                ephemeral ? Optional.empty() : backend.transcripts().map(files -> files.place(thread));
        return Json.object()
                .with("id", thread.id().value())
                .with("sessionId", thread.id().value())
                .with("forkedFromId", orNull(thread.forkedFrom()))
                .with("parentThreadId", NULL)
                .with("preview", look.preview())
                .with("ephemeral", Json.of(ephemeral))
                .with("historyMode", "legacy")
                .with("modelProvider", thread.setup().provider())
                .with("model", thread.setup().model())
                .with("reasoningEffort", orNull(thread.setup().style().effort()))
                .with("createdAt", thread.createdAt().getEpochSecond())
                .with("updatedAt", thread.updatedAt().getEpochSecond())
                .with("recencyAt", thread.updatedAt().getEpochSecond())
                .with("status", look.status().json())
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
                .with("name", orNull(thread.title()))
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
                .with("approvalPolicy", policy(setup.approval()))
                .with("approvalsReviewer", "user")
                .with("sandbox", sandbox(setup))
                .with("activePermissionProfile", NULL)
                .with("reasoningEffort", orNull(setup.style().effort()))
                .with("multiAgentMode", "explicitRequestOnly");
    }

    private static List<String> roots(Setup setup) {
        var roots = new ArrayList<>(List.of(setup.cwd()));
        roots.addAll(setup.roots());
        return roots;
    }

    static Json sandbox(Setup setup) {
        return switch (setup.sandbox()) {
            case "danger-full-access" -> Json.object().with("type", "dangerFullAccess");
            case "read-only" -> Json.object().with("type", "readOnly").with("networkAccess", Json.of(false));
            default ->
                Json.object()
                        .with("type", "workspaceWrite")
                        .with("writableRoots", Json.strings(setup.roots()))
                        .with("networkAccess", Json.of(false))
                        .with("excludeTmpdirEnvVar", Json.of(false))
                        .with("excludeSlashTmp", Json.of(false));
        };
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

    static Json orNull(String text) {
        return text.isEmpty() ? NULL : Json.of(text);
    }

    /// Codex's word for what a mode of ours, or an older word of its own, comes to.
    static String policy(String approval) {
        return switch (approval) {
            case "on-failure" -> "on-request";
            case "suggest", "auto-edit" -> "untrusted";
            case "full-auto" -> "never";
            default -> approval;
        };
    }
}
