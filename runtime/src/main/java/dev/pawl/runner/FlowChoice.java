package dev.pawl.runner;

import dev.pawl.json.Json;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.stream.Collectors;

/// One of the ways a person can decide, with its consequence. Every surface shows these words.
///
/// @param command the command of `pawl flow` that does the same
/// @param label what a person chooses or types
/// @param does what follows
public record FlowChoice(String command, String label, String does) {
    private static final int FILES_SHOWN = 12;

    /// The ways out of what this question is about.
    ///
    /// @param rollback what a roll back would do, file by file
    static List<FlowChoice> of(Purpose purpose, Workflow flow, FlowWords words, List<String> rollback) {
        return switch (purpose) {
            case ASK_CONFIRM ->
                List.of(
                        choice(words, "confirm", "confirm"),
                        choice(words, "cancel", "cancel"),
                        choice(words, "modify \"…\"", "modify"));
            case ASK_PROTECTED -> List.of(choice(words, "", "accept"), choice(words, "", "decline"));
            case ASK_BLOCKED -> blocked(flow, words, rollback);
            case PLAN, TASK, FIX -> List.of();
        };
    }

    private static List<FlowChoice> blocked(Workflow flow, FlowWords words, List<String> rollback) {
        var task = flow.queue().current().map(TaskId::value).orElse("");
        var checks = flow.currentTask()
                .map(one -> String.join(", ", one.task().checks()))
                .filter(names -> !names.isEmpty())
                .orElse("–");
        return List.of(
                choice(words, "fix \"…\"", "guidance"),
                choice(words, "retry", "retry"),
                choice(words, "fix", "fixed", checks),
                choice(words, "skip", "skip", task, dependants(flow, words)),
                choice(words, "rollback", "rollback", flow.marks().last().id(), files(rollback, words)),
                choice(words, "abandon", "abandon"));
    }

    /// The tasks that wait for the one in hand.
    private static String dependants(Workflow flow, FlowWords words) {
        var current = flow.queue().current();
        var waiting = flow.queue().tasks().stream()
                .filter(task -> current.filter(task.task().deps()::contains).isPresent())
                .map(TaskProgress::id)
                .map(TaskId::value)
                .collect(Collectors.joining(", "));
        return waiting.isEmpty() ? "" : words.say("skip.dependants", waiting);
    }

    private static String files(List<String> rollback, FlowWords words) {
        if (rollback.isEmpty()) return words.say("rollback.nothing");
        return String.join("; ", rollback.subList(0, Math.min(FILES_SHOWN, rollback.size())))
                + (rollback.size() > FILES_SHOWN ? "; …" : "");
    }

    private static FlowChoice choice(FlowWords words, String command, String name, String... values) {
        return new FlowChoice(command, words.say(name), words.say(name + ".does", values));
    }

    Json json() {
        return Json.object().with("command", command).with("label", label).with("does", does);
    }
}
