package dev.pawl.card;

import dev.pawl.id.CallId;
import java.util.List;

/// What was said or done. An item is a value; where and when it belongs is its [Card]'s matter.
public sealed interface Item {
    /// The item's name on the wire and in the log.
    default String type() {
        return switch (this) {
            case UserMessage _ -> "user_message";
            case Briefing _ -> "briefing";
            case AgentMessage _ -> "agent_message";
            case Reasoning _ -> "reasoning";
            case ToolCall _ -> "tool_call";
            case ToolResult _ -> "tool_result";
            case Decision _ -> "decision";
            case Begun _ -> "begun";
            case ResultFields _ -> "result_fields";
            case Compact _ -> "compact";
            case Summary _ -> "summary";
            case Opaque _ -> "opaque";
            case Deliverable _ -> "deliverable";
        };
    }

    /// Somebody asks: a person, a program, or the agent that called this one.
    record UserMessage(List<Part> parts) implements Item {
        public UserMessage {
            parts = List.copyOf(parts);
        }

        /// The texts among its parts.
        public String text() {
            var text = new StringBuilder();
            for (var part : parts) if (part instanceof Part.Text(var words)) text.append(words);
            return text.toString();
        }

        public static UserMessage of(String text) {
            return new UserMessage(List.of(new Part.Text(text)));
        }
    }

    /// The runtime tells the model something: project instructions, the environment, a reminder.
    record Briefing(Role role, String text) implements Item {
        public enum Role {
            DEVELOPER,
            USER,
            /// Keeps apart two answers that nothing stands between, where an API takes turns. Made
            /// for a prompt, never written down.
            SEPARATOR
        }
    }

    /// The agent speaks.
    ///
    /// @param phase `commentary`, `final_answer` or what else its provider calls it; empty for none
    /// @param sealed what its provider expects back and the text does not tell, as JSON, or empty
    record AgentMessage(String text, String phase, String sealed) implements Item {
        public AgentMessage(String text) {
            this(text, "", "");
        }
    }

    /// The agent thinks: what may be shown, and what only its provider can read again.
    record Reasoning(String summary, String sealed) implements Item {}

    /// The agent asks for a tool. Written down before the tool starts.
    ///
    /// @param sealed what its provider expects back beside name and arguments, as JSON, or empty
    record ToolCall(CallId call, String tool, Form form, String arguments, Replay replay, Detail detail, String sealed)
            implements Item {
        public ToolCall(CallId call, String tool, Form form, String arguments, Replay replay, Detail detail) {
            this(call, tool, form, arguments, replay, detail, "");
        }

        public ToolCall(CallId call, String tool, Form form, String arguments, Replay replay) {
            this(call, tool, form, arguments, replay, new Detail.Nothing());
        }

        public ToolCall named(CallId other) {
            return new ToolCall(other, tool, form, arguments, replay, detail, sealed);
        }

        public ToolCall doing(Replay other, Detail what) {
            return new ToolCall(call, tool, form, arguments, other, what, sealed);
        }

        public ToolCall sealedWith(String json) {
            return new ToolCall(call, tool, form, arguments, replay, detail, json);
        }

        /// Whether its command goes on after this answer: it took longer than the call waited.
        public boolean isOutlivedAt(ToolResult result) {
            return detail instanceof Detail.Command
                    && result.answer() == CallOutcome.SUCCESS
                    && !(result.detail() instanceof Detail.Ran);
        }

        /// How the provider spelt the call; the answer must be spelt the same way.
        public enum Form {
            FUNCTION,
            FREEFORM
        }
    }

    /// What a report may carry: the answer to a call that waits.
    sealed interface Reported extends Item {
        CallId call();

        CallOutcome answer();
    }

    /// A tool's answer, for the model.
    record ToolResult(CallId call, CallOutcome answer, AfterExecution after, String output, Detail detail)
            implements Reported {
        public ToolResult(CallId call, CallOutcome answer, AfterExecution after, String output) {
            this(call, answer, after, output, new Detail.Nothing());
        }

        public static ToolResult success(CallId call, String output) {
            return new ToolResult(call, CallOutcome.SUCCESS, AfterExecution.CONTINUE, output);
        }

        public static ToolResult failed(CallId call, String output) {
            return new ToolResult(call, CallOutcome.FAILED, AfterExecution.CONTINUE, output);
        }
    }

    /// Whether a held call may begin. `seal` names exactly what was shown to whoever decided: it
    /// holds for nothing else. `words` are for the model.
    record Decision(CallId call, Choice choice, String seal, String words) implements Reported {
        public enum Choice {
            ACCEPT,
            /// And whatever else has the same seal, in this thread.
            ACCEPT_FOR_THREAD,
            /// And a rule is kept for other threads.
            ACCEPT_AND_REMEMBER,
            /// The turn goes on without it.
            DECLINE,
            /// The turn ends.
            CANCEL
        }

        @Override
        public CallOutcome answer() {
            return switch (choice) {
                case ACCEPT, ACCEPT_FOR_THREAD, ACCEPT_AND_REMEMBER -> CallOutcome.SUCCESS;
                case DECLINE -> CallOutcome.DECLINED;
                case CANCEL -> CallOutcome.CANCELED;
            };
        }

        public boolean isYes() {
            return answer() == CallOutcome.SUCCESS;
        }
    }

    /// A held call begins now. Written down before it does.
    record Begun(CallId call, Replay replay) implements Item {}

    /// The names that a successful deliverable of the turn must cover, and the JSON schema its text
    /// must match (empty for none).
    record ResultFields(List<Field> required, String schema) implements Item {
        public ResultFields {
            required = List.copyOf(required);
        }

        public ResultFields(List<Field> required) {
            this(required, "");
        }
    }

    /// Somebody asks that the history be shortened now; the turn does nothing else.
    record Compact() implements Item {}

    /// What an earlier stretch of the thread came to; stands first in a compacted box.
    record Summary(String text) implements Item {}

    /// An item of a provider's own that Pawl passes back unread (a web search, say).
    record Opaque(String kind, String json) implements Item {}

    /// What ends a turn, always.
    record Deliverable(Outcome outcome, String text, List<Field> fields, String error) implements Item {
        private static final String FAILURE = "failure";

        public Deliverable {
            fields = List.copyOf(fields);
        }

        public static Deliverable success(String text) {
            return new Deliverable(Outcome.SUCCESS, text, List.of(), "");
        }

        public static Deliverable success(List<Field> fields) {
            return new Deliverable(Outcome.SUCCESS, "", fields, "");
        }

        public static Deliverable failed(String error) {
            return new Deliverable(Outcome.FAILED, "", List.of(), error);
        }

        /// `kind` names why the model did not answer, for those who tell of it.
        public static Deliverable failed(String kind, String error) {
            return new Deliverable(Outcome.FAILED, "", List.of(new Field(FAILURE, kind)), error);
        }

        /// Why the model did not answer; empty when that was not the reason.
        public String failure() {
            return fields.stream()
                    .filter(field -> field.name().equals(FAILURE))
                    .map(Field::value)
                    .findFirst()
                    .orElse("");
        }

        public static Deliverable stopped(String reason) {
            return new Deliverable(Outcome.CANCELED, "", List.of(), reason);
        }

        public static Deliverable timeout(String reason) {
            return new Deliverable(Outcome.TIMEOUT, "", List.of(), reason);
        }

        /// The required names this deliverable does not cover, in the order they were asked for.
        public List<String> missing(ResultFields asked) {
            return asked.required().stream()
                    .map(Field::name)
                    .filter(name ->
                            fields.stream().noneMatch(field -> field.name().equals(name)))
                    .toList();
        }
    }
}
