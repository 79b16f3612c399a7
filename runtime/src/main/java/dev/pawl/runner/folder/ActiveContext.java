package dev.pawl.runner.folder;

import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.TaskStatus;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.plan.FrontMatter;
import dev.pawl.workflow.plan.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The text of `active_context.md`: front matter with the state, then goal, queue, scratchpad and
/// history. Only what changed is replaced; what people wrote stays.
final class ActiveContext {
    private static final int SCHEMA = 1;
    private static final int HISTORY = 5;
    private static final String GOAL = "## 1. Current Goal";
    private static final String QUEUE = "## 2. Task Queue";
    private static final String SCRATCHPAD = "## 3. Scratchpad";
    private static final String PAST = "## 4. History";
    private static final Pattern TASK =
            Pattern.compile("^([-*]\\s+\\[)([^\\]]*)(\\]\\s+)(T-\\d+|FINAL)(?![\\w-])(.*)$");

    private ActiveContext() {}

    /// A file that says what its workspace does; empty when it cannot be trusted.
    ///
    /// @param revision the journal's number that the file reflects
    record Reading(WorkflowState state, long revision, int schema) {}

    static Optional<Reading> read(String text) {
        var file = FrontMatter.of(text);
        if (!file.isPresent() || !file.isClosed()) return Optional.empty();
        try {
            return Optional.of(new Reading(
                    WorkflowState.valueOf(file.value("task_status").orElse("").toUpperCase(Locale.ROOT)),
                    Long.parseLong(file.value("revision").orElse("0")),
                    Integer.parseInt(file.value("schema").orElse("1"))));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    static boolean isOfANewerVersion(String text) {
        return read(text).filter(reading -> reading.schema() > SCHEMA).isPresent();
    }

    /// The file for this workflow, on the base of what is there.
    static String write(String earlier, Workflow flow, Instant now) {
        var base = FrontMatter.of(earlier);
        if (!base.isPresent() || !base.isClosed()) base = FrontMatter.of(template());
        var file = base.with(values(flow, now));
        return file.withBody(body(base.body(), flow)).text();
    }

    private static String template() {
        return "---\nsession_id: \"\"\ntask_status: IDLE\nauto_fix_attempts: 0\nlast_checkpoint: \"\"\n---\n\n" + GOAL
                + "\n\n" + QUEUE + "\n\n" + SCRATCHPAD + "\n\n" + PAST + "\n";
    }

    private static Map<String, String> values(Workflow flow, Instant now) {
        var values = new LinkedHashMap<String, String>();
        var isActive = flow.isActive();
        values.put(
                "session_id", flow.id().isEmpty() ? "" : flow.origin().thread().value());
        values.put("task_status", flow.state().name());
        values.put("auto_fix_attempts", Integer.toString(flow.repair().attempts()));
        values.put("last_checkpoint", flow.marks().last().id());
        values.put("schema", Integer.toString(SCHEMA));
        values.put("revision", Long.toString(flow.revision()));
        values.put("workflow_id", flow.id());
        values.put(
                "thread_id", flow.id().isEmpty() ? "" : flow.origin().thread().value());
        values.put("current_task", flow.queue().current().map(TaskId::value).orElse(""));
        values.put("paused", Boolean.toString(flow.isPaused()));
        values.put("paused_at", flow.pause().map(pause -> pause.at().toString()).orElse(""));
        values.put("pause_reason", flow.pause().map(Workflow.Pause::reason).orElse(""));
        values.put("blocked_reason", word(flow.repair().reason()));
        values.put("prd_path", flow.plan().path());
        values.put("prd_sha256", flow.plan().hash());
        values.put("base_checkpoint", flow.marks().base().id());
        values.put("base_head", flow.marks().head());
        values.put("base_branch", flow.marks().branch());
        values.put(
                "fix_total",
                flow.queue().tasks().stream()
                        .filter(task -> task.attempts() > 0)
                        .map(task -> task.id() + "=" + task.attempts())
                        .collect(Collectors.joining(",")));
        values.put("updated_at", now.toString());
        if (!isActive && !flow.memo().archive().isEmpty())
            values.put("last_archive", flow.memo().archive());
        return values;
    }

    private static String word(Enum<?> value) {
        return value.name().equals("NONE") ? "" : value.name().toLowerCase(Locale.ROOT);
    }

    private static String body(String earlier, Workflow flow) {
        var sections = Sections.of(earlier);
        if (flow.isActive()) sections.put(GOAL, goal(sections.get(GOAL), flow));
        else sections.put(GOAL, "");
        sections.put(QUEUE, queue(sections.get(QUEUE), flow));
        sections.put(SCRATCHPAD, scratchpad(sections.get(SCRATCHPAD), flow));
        sections.put(PAST, history(sections.get(PAST), flow));
        return sections.text();
    }

    private static String goal(String earlier, Workflow flow) {
        var goal = flow.origin().requirement();
        return earlier.contains(goal) ? earlier : goal + "\n";
    }

    /// A line for each task; the words of a line that is there are its author's.
    private static String queue(String earlier, Workflow flow) {
        var left = new LinkedHashMap<TaskId, TaskProgress>();
        flow.queue().tasks().forEach(task -> left.put(task.id(), task));
        var lines = new ArrayList<String>();
        for (var line : earlier.lines().toList()) {
            var found = TASK.matcher(line);
            if (!found.matches()) {
                if (!line.isBlank()) lines.add(line);
                continue;
            }
            var task = left.remove(new TaskId(found.group(4)));
            if (task != null)
                lines.add(found.group(1) + status(task) + found.group(3) + found.group(4) + found.group(5));
        }
        for (var task : left.values()) {
            var files = task.task().files().isEmpty()
                    ? ""
                    : " (" + String.join(", ", task.task().files()) + ")";
            lines.add(
                    "- [" + status(task) + "] " + task.id() + ": " + task.task().title() + files);
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static String status(TaskProgress task) {
        var isUnverified =
                task.status() == TaskStatus.DONE && task.task().checks().isEmpty();
        return isUnverified ? "DONE (unverified)" : task.status().name();
    }

    private static String scratchpad(String earlier, Workflow flow) {
        var text = new StringBuilder(earlier.strip());
        for (var note : flow.memo().notes()) {
            var line = "- " + note.replace("\n", " ");
            if (text.indexOf(line) < 0) text.append(text.isEmpty() ? "" : "\n").append(line);
        }
        return text.isEmpty() ? "" : text + "\n";
    }

    private static String history(String earlier, Workflow flow) {
        var lines =
                new ArrayList<>(earlier.lines().filter(line -> !line.isBlank()).toList());
        if (!flow.isActive() && !flow.memo().archive().isEmpty()) {
            var line = "- " + flow.id() + ": " + word(flow.memo().outcome()) + " ("
                    + flow.memo().archive() + ")";
            if (!lines.contains(line)) lines.addFirst(line);
        }
        var kept = lines.subList(0, Math.min(HISTORY, lines.size()));
        return kept.isEmpty() ? "" : String.join("\n", kept) + "\n";
    }

    /// The second-level sections of a document, in order; what comes before the first stays.
    private static final class Sections {
        private final StringBuilder preface = new StringBuilder();
        private final Map<String, String> texts = new LinkedHashMap<>();

        static Sections of(String body) {
            var sections = new Sections();
            var current = "";
            for (var line : body.lines().toList()) {
                if (line.startsWith("## ")) {
                    current = line.stripTrailing();
                    sections.texts.putIfAbsent(current, "");
                } else if (current.isEmpty()) sections.preface.append(line).append('\n');
                else sections.texts.merge(current, line + "\n", String::concat);
            }
            for (var name : List.of(GOAL, QUEUE, SCRATCHPAD, PAST)) sections.texts.putIfAbsent(name, "");
            return sections;
        }

        String get(String name) {
            return texts.getOrDefault(name, "");
        }

        /// A section that says the same is left as it is.
        void put(String name, String text) {
            var there = get(name);
            if (!there.strip().equals(text.strip())) texts.put(name, text.isEmpty() ? "\n" : "\n" + text + "\n");
            else if (there.isEmpty()) texts.put(name, "\n");
        }

        String text() {
            var all = new StringBuilder(preface);
            texts.forEach((name, text) -> all.append(name).append('\n').append(text));
            return all.toString();
        }
    }
}
