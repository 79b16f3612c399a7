package dev.pawl.api;

import dev.pawl.gateway.ThreadOperations;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import dev.pawl.tool.checkpoint.Checkpoint;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.checkpoint.UndoPlan;
import dev.pawl.tool.checkpoint.WorkspaceDiff;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `pawl/checkpoints/list`, `pawl/undo`, `pawl/diff/read` and `pawl/folders/*`: what turns did to
/// files, and where new ones may work.
record CheckpointMethods(ApiHost host) {
    private static final int MOST_FOLDERS = 1000;
    private static final int RECENT_THREADS = 200;
    private static final int MOST_RECENT = 20;

    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/checkpoints/list", this::checkpoints);
        methods.put("pawl/undo", this::undo);
        methods.put("pawl/diff/read", this::diff);
        methods.put("pawl/folders/list", this::folders);
        methods.put("pawl/folders/recent", this::recent);
    }

    // Checkpoints and undo.

    private Json checkpoints(ApiParams params) throws InterruptedException {
        var thread = StatusMethods.thread(host, params.only("threadId"));
        try {
            var diffs = host.diff(folder(thread));
            var data = new ArrayList<Json>();
            for (var one : of(undo(thread), thread).reversed()) data.add(json(one, diffs.of(List.of(one))));
            return StatusMethods.list(data);
        } catch (IOException impossible) {
            throw ApiError.refused("no checkpoints here: " + impossible.getMessage());
        }
    }

    private static Json json(Checkpoint one, WorkspaceDiff.Difference difference) {
        var files = difference.files();
        return Json.object()
                .with("id", String.valueOf(one.id()))
                .with("turnId", one.turn())
                .with("at", one.at().toEpochMilli())
                .with("kind", one.kind().name().toLowerCase(Locale.ROOT))
                .with("files", files.size())
                .with(
                        "added",
                        files.stream()
                                .mapToLong(WorkspaceDiff.ChangedFile::added)
                                .sum())
                .with(
                        "removed",
                        files.stream()
                                .mapToLong(WorkspaceDiff.ChangedFile::removed)
                                .sum())
                .with("undoneBy", one.undone() > 0 ? Json.of(String.valueOf(one.undone())) : new Json.Null())
                .with("cutOff", Json.of(one.isCutOff()))
                .with("notCovered", Json.strings(one.left()));
    }

    private static Path folder(ChatThread thread) {
        return Path.of(thread.setup().cwd());
    }

    private Undo undo(ChatThread thread) throws IOException {
        return host.undo(folder(thread));
    }

    /// Of this thread, the oldest first.
    private static List<Checkpoint> of(Undo undo, ChatThread thread) throws IOException {
        return undo.list().stream()
                .filter(one -> one.thread().equals(thread.id().value()))
                .toList();
    }

    private static Checkpoint find(String field, String id, List<Checkpoint> all) {
        return all.stream()
                .filter(one -> String.valueOf(one.id()).equals(id))
                .findFirst()
                .orElseThrow(() -> ApiError.of(field, "the thread has no checkpoint " + id));
    }

    /// Shows what would change, unless `dryRun` is false.
    private Json undo(ApiParams params) throws InterruptedException {
        var thread = StatusMethods.thread(host, params.only("threadId", "checkpointId", "dryRun", "all"));
        var dryRun = params.flag("dryRun", true);
        var reach = params.flag("all", false) ? Undo.Scope.ALL : Undo.Scope.THEIR_OWN;
        try {
            var undo = undo(thread);
            var proposal = undo.propose(
                    undo.since(find("checkpointId", params.text("checkpointId"), of(undo, thread))), reach);
            var result = json(proposal.plan()).with("cutOff", Json.of(proposal.isCutOff()));
            if (dryRun) return result.with("done", Json.of(false));
            stop(thread);
            var done = undo.run(proposal);
            return result.with("done", Json.of(true))
                    .with("restored", Json.strings(done.restored()))
                    .with("conflicts", Json.strings(done.kept()))
                    .with("checkpointId", String.valueOf(done.checkpoint()));
        } catch (IOException impossible) {
            throw ApiError.refused("undo is not possible: " + impossible.getMessage());
        }
    }

    /// What a running turn writes would be half taken back; one that its process left is stopped.
    private void stop(ChatThread thread) {
        if (host.gateway().activeTurn(thread.id()).isEmpty()) return;
        if (!host.gateway().questions(thread.id()).isEmpty()) return;
        if (host.statuses().isRun(thread.id(), host.now())) {
            throw ApiError.refused("a turn of the thread is under way: interrupt it first");
        }
        ThreadOperations threads = host.threads();
        threads.stop(thread.id(), "its changes were taken back");
    }

    private static Json.Obj json(UndoPlan plan) {
        var files = new ArrayList<Json>();
        plan.fates()
                .forEach((path, fate) ->
                        files.add(Json.object().with("path", path).with("action", fate(fate))));
        for (var kept : plan.kept()) files.add(Json.object().with("path", kept).with("action", "keep"));
        return Json.object().with("files", Json.array(files)).with("conflicts", Json.strings(plan.kept()));
    }

    private static String fate(UndoPlan.Fate fate) {
        return switch (fate) {
            case RESTORE -> "restore";
            case BRING_BACK -> "bringBack";
            case REMOVE -> "remove";
        };
    }

    // Diffs.

    private Json diff(ApiParams params) throws InterruptedException {
        var thread = StatusMethods.thread(host, params.only("threadId", "scope", "turnId", "from", "to"));
        var scope = params.oneOf("scope", "thread", List.of("turn", "checkpoint", "thread", "workingTree"));
        try {
            var diffs = host.diff(folder(thread));
            var all = of(undo(thread), thread);
            return json(
                    switch (scope) {
                        case "turn" -> {
                            var turn = params.turn("turnId").value();
                            yield diffs.of(all.stream()
                                    .filter(one -> one.turn().equals(turn))
                                    .toList());
                        }
                        case "checkpoint" -> between(params, diffs, all);
                        case "workingTree" ->
                            all.isEmpty() ? WorkspaceDiff.Difference.NONE : diffs.since(all.getFirst());
                        default -> diffs.of(all);
                    });
        } catch (IOException impossible) {
            throw ApiError.refused("no diff here: " + impossible.getMessage());
        }
    }

    private static WorkspaceDiff.Difference between(ApiParams params, WorkspaceDiff diffs, List<Checkpoint> all)
            throws IOException, InterruptedException {
        var from = find("from", params.text("from"), all);
        var to = params.optionalText("to");
        return to.isPresent() ? diffs.between(from, find("to", to.get(), all)) : diffs.since(from);
    }

    private static Json json(WorkspaceDiff.Difference difference) {
        return Json.object()
                .with("diff", difference.text())
                .with(
                        "files",
                        Json.array(difference.files().stream()
                                .map(file -> Json.object()
                                        .with("path", file.path())
                                        .with("kind", file.kind().name().toLowerCase(Locale.ROOT))
                                        .with("added", file.added())
                                        .with("removed", file.removed())
                                        .with("binary", Json.of(file.binary())))
                                .toList()))
                .with("cut", Json.of(difference.cut()));
    }

    // Folders for new threads.

    private Json folders(ApiParams params) {
        var given = params.only("path").optionalText("path").orElse(System.getProperty("user.home"));
        try {
            var path = Path.of(given).toAbsolutePath().normalize();
            if (!Files.isDirectory(path)) throw ApiError.of("path", "is not a folder");
            var found = new ArrayList<Json>();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(path, Files::isDirectory)) {
                for (var one : all) {
                    if (found.size() >= MOST_FOLDERS) break;
                    if (!String.valueOf(one.getFileName()).startsWith(".")) found.add(folder(one));
                }
            }
            found.sort((a, b) -> a.text("name").compareToIgnoreCase(b.text("name")));
            var parent = Optional.ofNullable(path.getParent()).map(Path::toString);
            return Json.object()
                    .with("path", path.toString())
                    .with("parent", parent.<Json>map(Json::of).orElse(new Json.Null()))
                    .with("git", Json.of(Files.exists(path.resolve(".git"))))
                    .with("folders", Json.array(found));
        } catch (InvalidPathException notAPath) {
            throw ApiError.of("path", "is not a path");
        } catch (IOException closed) {
            throw ApiError.of("path", "cannot be looked into");
        }
    }

    private static Json folder(Path one) {
        return Json.object()
                .with("name", String.valueOf(one.getFileName()))
                .with("path", one.toString())
                .with("git", Json.of(Files.exists(one.resolve(".git"))));
    }

    private Json recent(ApiParams params) {
        params.only();
        var last = new LinkedHashMap<String, Long>();
        for (var thread : host.gateway().latest(Threads.Filter.ACTIVE, RECENT_THREADS)) {
            last.putIfAbsent(thread.setup().cwd(), thread.updatedAt().toEpochMilli());
        }
        return StatusMethods.list(last.entrySet().stream()
                .filter(one -> !one.getKey().isEmpty())
                .limit(MOST_RECENT)
                .map(one -> Json.object().with("path", one.getKey()).with("lastUsedAt", one.getValue()))
                .toList());
    }
}
