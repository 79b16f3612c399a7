package dev.pawl.exec;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.cli.Console;
import dev.pawl.command.Command;
import dev.pawl.gateway.Asked;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.FormFields;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Somebody at the terminal who can be asked.
final class Person {
    private static final int MOST_LINES = 400;

    private final Gateway gateway;
    private final Console console;
    private final Supplier<String> ids;
    private final BufferedReader input;

    Person(Gateway gateway, Console console, Supplier<String> ids, ExecCommand.Stdin stdin) {
        this.gateway = gateway;
        this.console = console;
        this.ids = ids;
        this.input = new BufferedReader(new InputStreamReader(stdin.stream(), StandardCharsets.UTF_8));
    }

    /// Asks for everything a thread waits for; whether anything was answered.
    boolean answer(ThreadId thread) {
        var answered = false;
        for (var asked : gateway.questions(thread)) {
            if (!answer(asked)) return answered;
            answered = true;
        }
        return answered;
    }

    /// Whether it was answered, here or by somebody else meanwhile.
    boolean answer(Asked asked) {
        var command = ask(asked);
        if (command.isEmpty()) return false;
        switch (gateway.accept(command.get())) {
            case Reply.Decided _ -> {}
            case Reply.Refused(var why) -> console.note(why);
            case Reply.Accepted _, Reply.Steered _, Reply.Stopped _ ->
                throw new IllegalStateException("a decision was answered as something else");
        }
        return true;
    }

    private Optional<Command> ask(Asked asked) {
        console.say(Console.Shade.STRONG, QuestionText.of(asked.question()));
        var changes = QuestionText.changes(asked.question());
        show(changes.subList(0, Math.min(changes.size(), MOST_LINES)));
        if (changes.size() > MOST_LINES) {
            console.say(Console.Shade.DOUBTFUL, "  … " + (changes.size() - MOST_LINES) + " more lines: v shows all");
        }
        return switch (asked.question()) {
            case Question.Approval approval ->
                choice(approval)
                        .map(choice -> new Command.Decide(
                                letter(), asked.thread(), asked.call(), choice, approval.seal(), ""));
            case Question.Form _ ->
                line("> ").map(text -> new Command.Answer(letter(), asked.thread(), asked.call(), text));
            case Question.Elicitation(var _, var _, var schema) -> filledIn(asked, FormFields.of(schema));
            case Question.Note _ -> Optional.empty();
        };
    }

    private void show(List<String> changes) {
        changes.forEach(line -> console.say(TextReporter.shade(line.stripLeading()), line));
    }

    /// A form of a server's: its fields, or `n` for no.
    private Optional<Command> filledIn(Asked asked, FormFields form) {
        var prompt = form.fields().isEmpty() ? "y = yes, n = no: " : form.pattern() + "   (n = no): ";
        for (var tries = 0; tries < 5; tries++) {
            var typed = line(prompt);
            if (typed.isEmpty()) return Optional.empty();
            var words = typed.get().strip();
            if (words.equalsIgnoreCase("n") || words.equalsIgnoreCase("no")) {
                return Optional.of(new Command.Decide(letter(), asked.thread(), asked.call(), Choice.DECLINE, "", ""));
            }
            if (form.fields().isEmpty() && !words.equalsIgnoreCase("y") && !words.equalsIgnoreCase("yes")) continue;
            try {
                var content = form.content(form.fields().isEmpty() ? "" : words).write();
                return Optional.of(new Command.Answer(letter(), asked.thread(), asked.call(), content));
            } catch (BadJson wrong) {
                console.note(String.valueOf(wrong.getMessage()));
            }
        }
        return Optional.empty();
    }

    /// Empty when the terminal is gone or nobody gives a readable answer.
    private Optional<Choice> choice(Question.Approval approval) {
        var remember = approval.remembers().isEmpty()
                ? ""
                : ", r = and always `" + String.join(" ", approval.remembers()) + "` in a sandbox like this";
        var thread = approval.keep().thread() ? ", t = yes for this thread" : "";
        var view = approval.changes().isEmpty() ? "" : ", v = show all of it";
        var prompt = "y = yes" + thread + remember + ", n = no, c = no and stop the turn" + view + ": ";
        for (var tries = 0; tries < 5; tries++) {
            var word = line(prompt);
            if (word.isEmpty()) return Optional.empty();
            switch (word.get().strip().toLowerCase(Locale.ROOT)) {
                case "y", "yes" -> {
                    return Optional.of(Choice.ACCEPT);
                }
                case "t" -> {
                    if (!thread.isEmpty()) return Optional.of(Choice.ACCEPT_FOR_THREAD);
                }
                case "v" -> show(QuestionText.changes(approval));
                case "r" -> {
                    if (!remember.isEmpty()) return Optional.of(Choice.ACCEPT_AND_REMEMBER);
                }
                case "n", "no" -> {
                    return Optional.of(Choice.DECLINE);
                }
                case "c" -> {
                    return Optional.of(Choice.CANCEL);
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    private Optional<String> line(String prompt) {
        console.prompt(prompt);
        try {
            return Optional.ofNullable(input.readLine());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private LetterId letter() {
        return new LetterId(ids.get());
    }
}
