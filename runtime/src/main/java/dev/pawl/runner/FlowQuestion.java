package dev.pawl.runner;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.json.Json;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.stream.Collectors;

/// The questions of a workflow, in the form of `request_user_input`: every surface that shows a
/// question of an agent shows these, with the same words.
final class FlowQuestion {
    private final Workflow flow;
    private final FlowWords words;
    private final List<String> rollback;

    /// @param rollback what a roll back would do, file by file
    FlowQuestion(Workflow flow, FlowWords words, List<String> rollback) {
        this.flow = flow;
        this.words = words;
        this.rollback = rollback;
    }

    /// A call that a person answers. It is the whole request of its turn.
    List<Item> request(Purpose purpose, LetterId letter) {
        var form = switch (purpose) {
            case ASK_CONFIRM -> confirm();
            case ASK_BLOCKED -> blocked();
            case ASK_PROTECTED -> protectedFiles();
            case PLAN, TASK, FIX -> throw new IllegalArgumentException("no question: " + purpose);
        };
        return List.of(new Item.ToolCall(
                new CallId(letter.value()),
                "request_user_input",
                Item.ToolCall.Form.FUNCTION,
                form.write(),
                Replay.HELD));
    }

    private Json confirm() {
        var plan = flow.plan();
        var text = new StringBuilder(words.say(
                "plan.start",
                plan.title(),
                Integer.toString(flow.queue().tasks().size()),
                Integer.toString(plan.version()),
                plan.path()));
        for (var task : flow.queue().tasks())
            text.append("\n").append(task.id()).append("  ").append(task.task().title());
        var failing = flow.marks().baseline().stream()
                .filter(CheckResult::isFailure)
                .map(CheckResult::check)
                .collect(Collectors.joining(", "));
        if (plan.consent() == Workflow.Consent.WARNED) text.append("\n").append(words.say("plan.failing", failing));
        return form(Purpose.ASK_CONFIRM, "plan", text.toString());
    }

    private Json blocked() {
        var task = task();
        var title = flow.currentTask().map(one -> one.task().title()).orElse("");
        var text = words.say(
                        "blocked.at", task + (title.isEmpty() ? "" : " (" + title + ")"), BlockedWords.of(flow, words))
                + "\n" + words.say("blocked.choose");
        return form(Purpose.ASK_BLOCKED, "blocked", text);
    }

    private String task() {
        return flow.queue().current().map(TaskId::value).orElse("");
    }

    private Json protectedFiles() {
        var files = String.join(", ", flow.repair().protectedFiles());
        return form(Purpose.ASK_PROTECTED, "protected", words.say("protected.touched", task(), files));
    }

    private static String description(FlowChoice choice) {
        if (choice.command().isEmpty()) return choice.does();
        return choice.does() + " (pawl flow " + choice.command() + ")";
    }

    private Json form(Purpose purpose, String id, String question) {
        var options = FlowChoice.of(purpose, flow, words, rollback).stream()
                .<Json>map(
                        choice -> Json.object().with("label", choice.label()).with("description", description(choice)))
                .toList();
        var one = Json.object()
                .with("id", id)
                .with("header", words.say(id))
                .with("question", question)
                .with("options", Json.array(options));
        return Json.object().with("questions", Json.array(List.of(one)));
    }
}
