package dev.pawl.tool;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.Deferred;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A tool whose words carry no secrets: what it says is written down and sent to the model.
public record RedactingTool(Tool tool, Redaction redaction) implements ToolDecorator {
    /// A word longer than this is let go in pieces while a call runs.
    private static final int LONGEST_WORD = 4096;

    /// And more than this is no key.
    private static final int LONGEST_KEY = 16 << 10;

    @Override
    public Detail preview(Item.ToolCall call) {
        return discreet(tool.preview(call));
    }

    /// What a person is asked is kept too.
    @Override
    public Intent intent(Item.ToolCall call) {
        return switch (tool.intent(call)) {
            case Intent.Edit(var targets, var sight) ->
                new Intent.Edit(
                        targets,
                        Deferred.by(() -> new Intent.Sight(
                                discreet(sight.get().changes()), sight.get().print())));
            case Intent other -> other;
        };
    }

    @Override
    public Outcome run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        var words = new Words(output, redaction);
        var outcome = tool.run(call, runMode, words);
        words.flush();
        return switch (outcome) {
            case Outcome.Done(var answer, var after, var text, var detail) ->
                new Outcome.Done(answer, after, redaction.of(text), discreet(detail));
            case Outcome.Waits waits -> waits;
        };
    }

    private Detail discreet(Detail detail) {
        return switch (detail) {
            case Detail.Ran(var command, var cwd, var code, var said, var millis, var startedBy) ->
                new Detail.Ran(command, cwd, code, redaction.of(said), millis, startedBy);
            case Detail.Edits(var changes) -> new Detail.Edits(discreet(changes));
            case Detail.Mcp(var server, var name, var arguments, var result) ->
                new Detail.Mcp(server, name, arguments, discreetJson(result));
            case Detail.Agents(var act, var prompt, var model, var effort, var agents) ->
                new Detail.Agents(act, redaction.of(prompt), model, effort, discreetAgents(agents));
            case Detail.Nothing _, Detail.Command _, Detail.Plan _, Detail.Picture _ -> detail;
        };
    }

    private List<Detail.AgentState> discreetAgents(List<Detail.AgentState> agents) {
        return agents.stream()
                .map(agent -> new Detail.AgentState(agent.thread(), agent.standing(), redaction.of(agent.message())))
                .toList();
    }

    private List<Detail.FileChange> discreet(List<Detail.FileChange> changes) {
        return changes.stream()
                .map(change -> new Detail.FileChange(
                        change.path(), change.kind(), change.movedTo(), redaction.of(change.diff())))
                .toList();
    }

    /// Text by text: a secret that is cut out of the whole could take a quote along, and what is
    /// escaped would not be found.
    private String discreetJson(String text) {
        try {
            return text.isEmpty() ? text : discreet(Json.parse(text)).write();
        } catch (BadJson notJson) {
            return redaction.of(text);
        }
    }

    private Json discreet(Json json) {
        return switch (json) {
            case Json.Str(var text) -> Json.of(redaction.of(text));
            case Json.Arr(var elements) ->
                Json.array(elements.stream().map(this::discreet).toList());
            case Json.Obj object -> {
                var safe = Json.object();
                for (var field : object.fields().entrySet()) {
                    safe = safe.with(field.getKey(), discreet(field.getValue()));
                }
                yield safe;
            }
            case Json.Num _, Json.Bool _, Json.Null _ -> json;
        };
    }

    /// Holds back the end of what was said so far, until the word is whole.
    private static final class Words implements Output {
        private final Output output;
        private final Redaction redaction;
        private final StringBuilder held = new StringBuilder();

        Words(Output output, Redaction redaction) {
            this.output = output;
            this.redaction = redaction;
        }

        @Override
        public synchronized void write(String chunk) {
            held.append(chunk);
            var whole = held.length();
            while (whole > 0 && !Character.isWhitespace(held.charAt(whole - 1))) whole--;
            if (held.length() - whole > LONGEST_WORD) whole = held.length();
            // A key of many lines, or a name whose value is still to come.
            whole = Math.min(whole, Redaction.openAt(held.substring(0, whole)));
            if (held.length() - whole > LONGEST_KEY) whole = held.length();
            if (whole > 0) tell(whole);
        }

        @Override
        public Waited waited() {
            return output.waited();
        }

        @Override
        public Said ask(Question question, BooleanSupplier wanted) throws InterruptedException {
            return output.ask(question, wanted);
        }

        @Override
        public synchronized void flush() {
            if (!held.isEmpty()) tell(held.length());
        }

        private void tell(int whole) {
            output.write(redaction.of(held.substring(0, whole)));
            held.delete(0, whole);
        }
    }
}
