package dev.pawl.appserver;

import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.command.Command;
import dev.pawl.gateway.Asked;
import dev.pawl.id.LetterId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Something a person is asked, as a request to their clients, and what their answer means.
///
/// The request's id is made of the turn and the call: it is the same for every client, and the same
/// again after a restart.
record Asking(Asked asked, Optional<Item.ToolCall> call) {
    Json id() {
        return Json.of(asked.turn() + "/" + asked.call());
    }

    boolean isForWords() {
        return asked.question() instanceof Question.Form || asked.question() instanceof Question.Elicitation;
    }

    String method() {
        return switch (asked.question()) {
            case Question.Form(var text) ->
                ClientCall.of(text).isPresent() ? "item/tool/call" : "item/tool/requestUserInput";
            case Question.Elicitation _ -> "mcpServer/elicitation/request";
            case Question.Approval approval
            when approval.kind() == Question.Approval.Kind.EDIT -> "item/fileChange/requestApproval";
            case Question.Approval _, Question.Note _ -> "item/commandExecution/requestApproval";
        };
    }

    Json params() {
        var params = Json.object()
                .with("threadId", asked.thread().value())
                .with("turnId", asked.turn().value())
                .with("itemId", asked.call().value());
        return switch (asked.question()) {
            case Question.Form(var questions) ->
                ClientCall.of(questions)
                        .map(call -> call.params(asked))
                        .orElseGet(
                                () -> params.with("isBlocking", Json.of(true)).with("questions", questions(questions)));
            case Question.Elicitation(var server, var message, var schema) ->
                Json.object()
                        .with("threadId", asked.thread().value())
                        .with("turnId", asked.turn().value())
                        .with("serverName", server)
                        .with("mode", "form")
                        .with("message", message)
                        .with("requestedSchema", form(schema))
                        .with("_meta", ItemJson.NULL);
            case Question.Note(var text) ->
                params.with("startedAtMs", asked.since().toEpochMilli()).with("reason", text);
            case Question.Approval approval -> approval(params, approval);
        };
    }

    /// Of a schema, what the protocol knows.
    private static Json form(String schema) {
        var given = Json.parse(schema);
        var properties = given.at("properties") instanceof Json.Obj known ? known : Json.object();
        var form = Json.object().with("type", "object").with("properties", properties);
        return given.at("required") instanceof Json.Arr required ? form.with("required", required) : form;
    }

    private Json approval(Json.Obj params, Question.Approval approval) {
        var told = params.with("startedAtMs", asked.since().toEpochMilli()).with("reason", reason(approval));
        if (approval.kind() == Question.Approval.Kind.EDIT) return told.with("grantRoot", ItemJson.NULL);
        var command = call.map(Item.ToolCall::detail)
                .filter(Detail.Command.class::isInstance)
                .map(Detail.Command.class::cast);
        var words = command.map(Detail.Command::command).orElse(approval.title());
        var cwd = command.map(Detail.Command::cwd).orElse("/");
        told = told.with("command", words).with("commandActions", ItemJson.actions(words, cwd));
        if (command.isPresent()) told = told.with("cwd", cwd);
        told = told.with("availableDecisions", choices(approval));
        if (approval.remembers().isEmpty()) return told;
        return told.with("proposedExecpolicyAmendment", Json.strings(approval.remembers()));
    }

    /// What a person may say; a rule only where one can say this, and nothing to keep where a yes
    /// holds once.
    private static Json choices(Question.Approval approval) {
        var choices = new ArrayList<Json>(List.of(Json.of("accept")));
        if (approval.keep().thread()) choices.add(Json.of("acceptForSession"));
        if (!approval.remembers().isEmpty()) {
            var rule = Json.object().with("execpolicy_amendment", Json.strings(approval.remembers()));
            choices.add(Json.object().with("acceptWithExecpolicyAmendment", rule));
        }
        choices.addAll(List.of(Json.of("decline"), Json.of("cancel")));
        return Json.array(choices);
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
            for (var question : Json.parse(text).list("questions")) {
                var number = String.valueOf(questions.size() + 1);
                questions.add(Json.object()
                        .with("id", question.text("id", number))
                        .with("header", question.text("header", ""))
                        .with("question", question.text("question", ""))
                        .with("isOther", Json.of(true))
                        .with("isSecret", Json.of(false))
                        .with("options", options(question)));
            }
        } catch (BadJson unreadable) {
            questions.add(Json.object().with("id", "1").with("header", "").with("question", text));
        }
        return Json.array(questions);
    }

    private static Json options(Json question) {
        if (!(question.at("options") instanceof Json.Arr(var options))) return ItemJson.NULL;
        return Json.array(options.stream()
                .map(option -> Json.object()
                        .with("label", option.text("label", ""))
                        .with("description", option.text("description", "")))
                .toList());
    }

    Command answer(LetterId letter, Json result) {
        if (asked.question() instanceof Question.Elicitation) return elicited(letter, result);
        if (isForWords()) return new Command.Answer(letter, asked.thread(), asked.call(), words(result));
        var choice = choice(result.at("decision"));
        var lesser = choice == Choice.ACCEPT_AND_REMEMBER && unkept(result).isPresent();
        return decide(letter, lesser ? Choice.ACCEPT : choice);
    }

    private String words(Json result) {
        return asked.question() instanceof Question.Form(var text)
                        && ClientCall.of(text).isPresent()
                ? ClientCall.output(result)
                : result.write();
    }

    private Command elicited(LetterId letter, Json result) {
        return switch (result.text("action", "")) {
            case "accept" -> {
                var content = result.at("content") instanceof Json.Obj fields ? fields : Json.object();
                yield new Command.Answer(letter, asked.thread(), asked.call(), content.write());
            }
            case "cancel" -> decide(letter, Choice.CANCEL);
            case String _ -> decide(letter, Choice.DECLINE);
        };
    }

    /// The client could not ask its person: nothing runs that nobody has seen.
    Command failed(LetterId letter) {
        if (!(asked.question() instanceof Question.Form(var text))) return decide(letter, Choice.DECLINE);
        var words = ClientCall.of(text).isPresent() ? "dynamic tool request failed" : "{\"answers\":{}}";
        return new Command.Answer(letter, asked.thread(), asked.call(), words);
    }

    /// A yes with a rule that cannot be kept is still a yes to what was shown.
    Optional<Command> once(LetterId letter, Command refused) {
        return refused instanceof Command.Decide decide && decide.choice() == Choice.ACCEPT_AND_REMEMBER
                ? Optional.of(decide(letter, Choice.ACCEPT))
                : Optional.empty();
    }

    /// Why the rule in an answer will not be kept; nothing when it will be, or there is none.
    Optional<String> unkept(Json result) {
        var rule = result.at("decision").at("acceptWithExecpolicyAmendment").at("execpolicy_amendment");
        if (rule.isNull() || !(asked.question() instanceof Question.Approval approval)) return Optional.empty();
        if (rule.equals(Json.strings(approval.remembers()))) return Optional.empty();
        return Optional.of(
                approval.remembers().isEmpty()
                        ? "no rule can say this command"
                        : "the rule must be the one that was proposed");
    }

    private Command decide(LetterId letter, Choice choice) {
        var seal = asked.question() instanceof Question.Approval approval ? approval.seal() : "";
        return new Command.Decide(letter, asked.thread(), asked.call(), choice, seal, "");
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
