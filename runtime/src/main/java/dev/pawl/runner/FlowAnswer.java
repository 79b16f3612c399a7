package dev.pawl.runner;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.workflow.ConfirmWords;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowCommand;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What a person's answer to a workflow's question asks for.
sealed interface FlowAnswer {
    record Give(WorkflowCommand command) implements FlowAnswer {}

    record RollBack() implements FlowAnswer {}

    /// It says nothing that can be done: the question is asked again.
    record Unclear() implements FlowAnswer {}

    static FlowAnswer of(Workflow flow, Purpose purpose, String answer) {
        var words = words(answer);
        return switch (purpose) {
            case ASK_CONFIRM -> confirm(flow, words);
            case ASK_BLOCKED -> blocked(words);
            case ASK_PROTECTED ->
                ConfirmWords.of(words) == ConfirmWords.CONFIRM || isOne(words, "accept", "allow", "允许")
                        ? new Give(new WorkflowCommand.DecideProtected(true))
                        : new Give(new WorkflowCommand.DecideProtected(false));
            case PLAN, TASK, FIX -> throw new IllegalArgumentException("no question: " + purpose);
        };
    }

    private static FlowAnswer confirm(Workflow flow, String words) {
        return switch (ConfirmWords.of(words)) {
            case CONFIRM -> new Give(new WorkflowCommand.Approve(flow.plan().hash(), true));
            case CANCEL -> new Give(new WorkflowCommand.Cancel("cancelled by a person"));
            case MODIFY -> {
                if (isOne(words, "hold"))
                    yield new Give(new WorkflowCommand.Approve(flow.plan().hash(), false));
                var wish = words.replaceFirst("(?i)^(modify|修改)[:：,，]?\\s*…?", "");
                yield wish.isBlank() ? new Unclear() : new Give(new WorkflowCommand.Modify(wish));
            }
        };
    }

    private static FlowAnswer blocked(String words) {
        if (words.isBlank()) return new Unclear();
        if (isOne(words, "retry", "重试")) return give(Intervention.RETRY, "");
        if (isOne(words, "fixed", "fixed by hand", "已修复", "已手动修复")) return give(Intervention.MANUAL_FIX, "");
        if (isOne(words, "skip", "跳过")) return give(Intervention.SKIP, "");
        if (isOne(words, "roll back", "rollback", "回滚")) return new RollBack();
        if (isOne(words, "abandon", "放弃")) return new Give(new WorkflowCommand.Abandon("abandoned by a person"));
        if (isOne(words, "guidance", "give guidance", "指导", "提供指导")) return new Unclear();
        return give(Intervention.GUIDANCE, words);
    }

    private static FlowAnswer give(Intervention how, String text) {
        return new Give(new WorkflowCommand.Intervene(how, text));
    }

    private static boolean isOne(String words, String... known) {
        return Set.of(known).contains(words.strip().toLowerCase(Locale.ROOT));
    }

    /// A client answers in the form of its protocol, a terminal in plain words.
    private static String words(String answer) {
        if (!answer.strip().startsWith("{")) return answer.strip();
        try {
            var answers = Json.parse(answer).at("answers");
            if (!(answers instanceof Json.Obj(var fields))) return answer.strip();
            return fields.values().stream()
                    .flatMap(one -> Optional.of(one.at("answers")).stream())
                    .filter(Json.Arr.class::isInstance)
                    .flatMap(list -> list.asList().stream())
                    .map(Json::asText)
                    .reduce((_, last) -> last)
                    .orElse("")
                    .replaceFirst("^user_note:\\s*", "")
                    .strip();
        } catch (BadJson plain) {
            return answer.strip();
        }
    }
}
