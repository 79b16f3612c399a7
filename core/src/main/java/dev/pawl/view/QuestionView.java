package dev.pawl.view;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.command.Command;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Something a person is asked while a turn waits or a call runs: which answers it takes, and which
/// command each of them becomes.
///
/// @param until when the wait ends without an answer
public record QuestionView(
        ThreadId thread, TurnId turn, CallId call, String tool, Question question, Instant since, Instant until) {

    /// The same for every client, and the same again after a restart.
    public String id() {
        return turn + "/" + call;
    }

    /// Whether it asks for words or fields; the others ask for a choice.
    public boolean takesWords() {
        return switch (question) {
            case Question.Form _, Question.Elicitation _ -> true;
            case Question.Approval _, Question.Note _ -> false;
        };
    }

    /// The choices it offers, the plain yes first. A rule only where one can say what was asked,
    /// and a yes for the thread only where it can hold again.
    public List<Choice> choices() {
        return switch (question) {
            case Question.Approval approval -> {
                var choices = new ArrayList<Choice>(List.of(Choice.ACCEPT));
                if (approval.keep().thread()) choices.add(Choice.ACCEPT_FOR_THREAD);
                if (!approval.remembers().isEmpty()) choices.add(Choice.ACCEPT_AND_REMEMBER);
                choices.addAll(List.of(Choice.DECLINE, Choice.CANCEL));
                yield List.copyOf(choices);
            }
            case Question.Elicitation _ -> List.of(Choice.DECLINE, Choice.CANCEL);
            case Question.Note _ -> List.of(Choice.ACCEPT, Choice.DECLINE, Choice.CANCEL);
            case Question.Form _ -> List.of();
        };
    }

    /// The command for a choice. It names what was shown: the decision holds for nothing else.
    public Command decide(LetterId letter, Choice choice, String words) {
        var seal = question instanceof Question.Approval approval ? approval.seal() : "";
        return new Command.Decide(letter, thread, call, choice, seal, words);
    }

    /// The command for an answer in words: the text for the model, or the fields of a server's
    /// form as JSON.
    public Command answer(LetterId letter, String text) {
        return new Command.Answer(letter, thread, call, text);
    }

    /// What it asks in a few words, for a line of a status or a list.
    public String title() {
        return switch (question) {
            case Question.Note(var text) -> text.isEmpty() ? tool : text;
            case Question.Approval approval -> approval.title();
            case Question.Form _ -> tool;
            case Question.Elicitation(var server, var message, var _) -> server + ": " + message;
        };
    }
}
