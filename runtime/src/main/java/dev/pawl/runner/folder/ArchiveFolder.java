package dev.pawl.runner.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import dev.pawl.json.WorkflowCodec;
import dev.pawl.runner.FlowWorkspace.PlanDocument;
import dev.pawl.tool.RunFolder;
import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.TaskStatus;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowRows.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The archive of a workflow: a folder with plan, queue, report, diff, logs and journal, and a
/// manifest with their hashes. Made beside its place, then moved there: it is whole or not there.
final class ArchiveFolder {
    private static final DateTimeFormatter MONTH =
            DateTimeFormatter.ofPattern("yyyy-MM").withZone(ZoneOffset.UTC);

    private final Path root;
    private final Path history;
    private final InstantSource clock;

    ArchiveFolder(Path root, InstantSource clock) {
        this.root = root;
        this.history = root.resolve(".agent/memory/history");
        this.clock = clock;
    }

    /// Returns the folder, seen from the workspace; an archive that is there is not made again.
    String write(Workflow flow, List<Entry> journal, String outcome, Optional<PlanDocument> plan, String diff)
            throws IOException {
        var month = history.resolve(MONTH.format(flow.origin().at()));
        var folder = month.resolve(flow.id());
        var name = root.relativize(folder).toString();
        if (Files.exists(folder.resolve("manifest.json"), LinkOption.NOFOLLOW_LINKS)) return name;
        var draft = folder.resolveSibling("." + flow.id() + ".new");
        deleteAll(draft);
        SafeFile.makeFolders(root, draft);
        var hashes = new LinkedHashMap<String, String>();
        keep(
                draft,
                hashes,
                "prd.md",
                plan.map(found -> rendered(found.text(), flow)).orElse(""));
        keep(draft, hashes, "queue.md", FlowReport.queue(flow));
        keep(draft, hashes, "report.md", FlowReport.report(flow, outcome));
        keep(draft, hashes, "changes.diff", diff);
        keep(draft, hashes, "journal.jsonl", lines(journal));
        keep(draft, hashes, "decisions.md", FlowReport.decisions(journal));
        copyLogs(flow, draft, hashes);
        SafeFile.write(root, draft.resolve("manifest.json"), manifest(flow, outcome, hashes) + "\n");
        Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
        SafeFile.sync(month);
        append(flow, outcome, name);
        return name;
    }

    private void keep(Path folder, Map<String, String> hashes, String name, String text) throws IOException {
        SafeFile.write(root, folder.resolve(name), text);
        hashes.put(name, RunFolder.hash(text.getBytes(UTF_8)));
    }

    /// The plan with its boxes as the queue has them; the plan's own file is not touched.
    private static String rendered(String plan, Workflow flow) {
        var text = plan;
        for (var task : flow.queue().tasks()) {
            if (task.status() == TaskStatus.DONE)
                text = text.replaceFirst(
                        "(?m)^([-*]\\s+\\[)[ xX](\\]\\s+"
                                + Pattern.quote(task.id().value()) + "(?![\\w-]))",
                        "$1x$2");
        }
        return text;
    }

    private static String lines(List<Entry> journal) {
        var lines = new StringBuilder();
        for (var entry : journal) {
            lines.append(Json.object()
                            .with("entry", entry.number())
                            .with("revision", entry.revision())
                            .with("at", entry.at().toString())
                            .with("type", WorkflowCodec.type(entry.content()))
                            .with("body", Json.parse(WorkflowCodec.write(entry.content())))
                            .write())
                    .append('\n');
        }
        return lines.toString();
    }

    private void copyLogs(Workflow flow, Path draft, Map<String, String> hashes) throws IOException {
        var logs = root.resolve(".agent/memory/logs").resolve(flow.id());
        if (!Files.isDirectory(logs, LinkOption.NOFOLLOW_LINKS)) return;
        try (var files = Files.newDirectoryStream(logs, "*.log")) {
            for (var file : files)
                keep(
                        draft,
                        hashes,
                        "verification/" + file.getFileName(),
                        SafeFile.read(file).orElse(""));
        }
    }

    private String manifest(Workflow flow, String outcome, Map<String, String> hashes) {
        var files = Json.object();
        for (var file : hashes.entrySet()) files = files.with(file.getKey(), file.getValue());
        return Json.object()
                .with("workflow_id", flow.id())
                .with("thread_id", flow.origin().thread().value())
                .with("outcome", outcome)
                .with("requirement", flow.origin().requirement())
                .with("prd_path", flow.plan().path())
                .with("prd_sha256", flow.plan().hash())
                .with("prd_version", flow.plan().version())
                .with("revision", flow.revision())
                .with("begun_at", flow.origin().at().toString())
                .with("ended_at", clock.instant().toString())
                .with("base_checkpoint", flow.marks().base().id())
                .with("last_checkpoint", flow.marks().last().id())
                .with(
                        "tasks",
                        Json.array(flow.queue().tasks().stream()
                                .map(ArchiveFolder::task)
                                .toList()))
                .with("files", files)
                .write();
    }

    private static Json task(TaskProgress task) {
        return Json.object()
                .with("id", task.id().value())
                .with("status", task.status().name())
                .with("badge", task.badge().name().toLowerCase(Locale.ROOT))
                .with("attempts", task.attempts());
    }

    /// One paragraph for each workflow of a month.
    private void append(Workflow flow, String outcome, String folder) throws IOException {
        var month = MONTH.format(flow.origin().at());
        var file = history.resolve("task_archive_" + month.replace("-", "") + ".md");
        var earlier = SafeFile.read(file).orElse("# Task archive " + month + "\n");
        if (earlier.contains(folder)) return;
        SafeFile.write(root, file, earlier + "\n" + FlowReport.paragraph(flow, outcome, folder) + "\n");
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return;
        try (var walk = Files.walk(folder)) {
            for (var path : walk.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
