package dev.pawl.codex;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.command.Command;
import dev.pawl.id.LetterId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.view.ItemView;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.QuestionView;
import java.util.ArrayList;
import java.util.Optional;

/// A question as a request to clients of Codex's app-server, and what their reply means.
///
/// @param item the call that it is about, where it is known
public record ServerQuestion(QuestionView question, Optional<ItemView> item) {
    private static final Json NULL = Json.Null.NULL;

    /// The request's id: the same for every client, and the same again after a restart.
    public Json id() {
        return Json.of(question.id());
    }

    public String method() {
        return switch (question.question()) {
            case Question.Form(var text) ->
                ClientToolCall.of(text).isPresent() ? "item/tool/call" : "item/tool/requestUserInput";
            case Question.Elicitation _ -> "mcpServer/elicitation/request";
            case Question.Approval approval
            when approval.kind() == Question.Approval.Kind.EDIT -> "item/fileChange/requestApproval";
            case Question.Approval _, Question.Note _ -> "item/commandExecution/requestApproval";
        };
    }

    public Json params() {
        var turn = Json.object()
                .with("threadId", question.thread().value())
                .with("turnId", question.turn().value());
        var params = turn.with("itemId", question.call().value());
        return switch (question.question()) {
            case Question.Form(var form) ->
                ClientToolCall.of(form)
                        .map(call -> call.params(question))
                        .orElseGet(
                                () -> params.with("isBlocking", Json.of(true)).with("questions", questions(form)));
            case Question.Elicitation(var server, var message, var schema) ->
                turn.with("serverName", server)
                        .with("mode", "form")
                        .with("message", message)
                        .with("requestedSchema", form(schema))
                        .with("_meta", NULL);
            case Question.Note(var text) -> started(params).with("reason", text);
            case Question.Approval approval -> approval(started(params).with("reason", reason(approval)), approval);
        };
    }

    private Json.Obj started(Json.Obj params) {
        return params.with("startedAtMs", question.since().toEpochMilli());
    }

    /// Of a schema, what the protocol knows.
    private static Json form(String schema) {
        var given = Json.parse(schema);
        var properties = given.at("properties") instanceof Json.Obj known ? known : Json.object();
        var form = Json.object().with("type", "object").with("properties", properties);
        return given.at("required") instanceof Json.Arr required ? form.with("required", required) : form;
    }

    private Json approval(Json.Obj params, Question.Approval approval) {
        if (approval.kind() == Question.Approval.Kind.EDIT) return params.with("grantRoot", NULL);
        var run = item.filter(CommandRun.class::isInstance).map(CommandRun.class::cast);
        var words = run.map(CommandRun::command).orElse(approval.title());
        var cwd = run.map(CommandRun::cwd).orElse("/");
        var told = params.with("command", words).with("commandActions", ServerItems.actions(words, cwd));
        if (run.isPresent()) told = told.with("cwd", cwd);
        told = told.with("availableDecisions", choices(approval));
        if (approval.remembers().isEmpty()) return told;
        return told.with("proposedExecpolicyAmendment", Json.strings(approval.remembers()));
    }

    private Json choices(Question.Approval approval) {
        return Json.array(question.choices().stream()
                .map(choice -> switch (choice) {
                    case ACCEPT -> Json.of("accept");
                    case ACCEPT_FOR_THREAD -> Json.of("acceptForSession");
                    case ACCEPT_AND_REMEMBER -> {
                        var rule = Json.object().with("execpolicy_amendment", Json.strings(approval.remembers()));
                        yield Json.object().with("acceptWithExecpolicyAmendment", rule);
                    }
                    case DECLINE -> Json.of("decline");
                    case CANCEL -> Json.of("cancel");
                })
                .toList());
    }

    /// One line: clients show no more of it.
    private static String reason(Question.Approval approval) {
        var lines = new ArrayList<>(approval.facts());
        if (!approval.why().isEmpty()) lines.add("the agent says: " + approval.why());
        return String.join("; ", lines).replace('\n', ' ');
    }

    /// The model's own questions, with what it left out filled in.
    private static Json questions(String text) {
        var questions = new ArrayList<Json>();
        try {
            for (var asked : Json.parse(text).list("questions")) {
                var number = String.valueOf(questions.size() + 1);
                questions.add(Json.object()
                        .with("id", asked.text("id", number))
                        .with("header", asked.text("header", ""))
                        .with("question", asked.text("question", ""))
                        .with("isOther", Json.of(true))
                        .with("isSecret", Json.of(false))
                        .with("options", options(asked)));
            }
        } catch (BadJson unreadable) {
            questions.add(Json.object().with("id", "1").with("header", "").with("question", text));
        }
        return Json.array(questions);
    }

    private static Json options(Json asked) {
        if (!(asked.at("options") instanceof Json.Arr(var options))) return NULL;
        return Json.array(options.stream()
                .map(option -> Json.object()
                        .with("label", option.text("label", ""))
                        .with("description", option.text("description", "")))
                .toList());
    }

    /// The command that a client's reply becomes.
    public Command answer(LetterId letter, Json reply) {
        return switch (question.question()) {
            case Question.Elicitation _ -> elicited(letter, reply);
            case Question.Form(var form) ->
                question.answer(
                        letter, ClientToolCall.of(form).isPresent() ? ClientToolCall.output(reply) : reply.write());
            case Question.Approval _, Question.Note _ -> {
                var choice = choice(reply.at("decision"));
                var lesser =
                        choice == Choice.ACCEPT_AND_REMEMBER && unkept(reply).isPresent();
                yield question.decide(letter, lesser ? Choice.ACCEPT : choice, "");
            }
        };
    }

    private Command elicited(LetterId letter, Json reply) {
        return switch (reply.text("action", "")) {
            case "accept" -> {
                var content = reply.at("content") instanceof Json.Obj fields ? fields : Json.object();
                yield question.answer(letter, content.write());
            }
            case "cancel" -> question.decide(letter, Choice.CANCEL, "");
            case String _ -> question.decide(letter, Choice.DECLINE, "");
        };
    }

    /// The client could not ask its person: nothing runs that was not shown.
    public Command failed(LetterId letter) {
        if (!(question.question() instanceof Question.Form(var form)))
            return question.decide(letter, Choice.DECLINE, "");
        var isCall = ClientToolCall.of(form).isPresent();
        return question.answer(letter, isCall ? "dynamic tool request failed" : "{\"answers\":{}}");
    }

    /// A yes with a rule that cannot be kept is still a yes to what was shown.
    public Optional<Command> once(LetterId letter, Command refused) {
        return refused instanceof Command.Decide decide && decide.choice() == Choice.ACCEPT_AND_REMEMBER
                ? Optional.of(question.decide(letter, Choice.ACCEPT, ""))
                : Optional.empty();
    }

    /// Why the rule in a reply will not be kept; empty when it will be, or there is none.
    public Optional<String> unkept(Json reply) {
        var rule = reply.at("decision").at("acceptWithExecpolicyAmendment").at("execpolicy_amendment");
        if (rule.isNull() || !(question.question() instanceof Question.Approval approval)) return Optional.empty();
        if (rule.equals(Json.strings(approval.remembers()))) return Optional.empty();
        return Optional.of(
                approval.remembers().isEmpty()
                        ? "no rule can say this command"
                        : "the rule must be the one that was proposed");
    }

    private static Choice choice(Json decision) {
        if (!decision.at("acceptWithExecpolicyAmendment").isNull()) return Choice.ACCEPT_AND_REMEMBER;
        return switch (decision.text().orElse("")) {
            case "accept" -> Choice.ACCEPT;
            case "acceptForSession" -> Choice.ACCEPT_FOR_THREAD;
            case "cancel" -> Choice.CANCEL;
            // Also what cannot be read: it is not a yes.
            default -> Choice.DECLINE;
        };
    }
}
