package dev.pawl.exec;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.cli.Console;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Text;
import dev.pawl.command.Command;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.FormFields;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tui.ask.QuestionLines;
import dev.pawl.tui.show.Wording;
import dev.pawl.view.QuestionView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// The person at the terminal, who can be asked.
public final class Person {
    private static final int MOST_LINES = 400;

    private final Gateway gateway;
    private final Console console;
    private final Supplier<String> ids;
    private final BufferedReader input;
    private volatile boolean isAsked;

    public Person(Gateway gateway, Console console, Supplier<String> ids, Stdin stdin) {
        this.gateway = gateway;
        this.console = console;
        this.ids = ids;
        this.input = new BufferedReader(new InputStreamReader(stdin.stream(), StandardCharsets.UTF_8));
    }

    /// Asks for everything a thread waits for; whether anything was answered.
    public boolean answer(ThreadId thread) {
        var answered = false;
        for (var asked : gateway.questions(thread)) {
            if (!answer(asked)) return answered;
            answered = true;
        }
        return answered;
    }

    /// Whether it was answered, here or by somebody else meanwhile.
    boolean answer(QuestionView asked) {
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

    private Optional<Command> ask(QuestionView asked) {
        if (!(asked.question() instanceof Question.Form))
            console.say(Console.Shade.STRONG, QuestionText.of(asked.question()));
        var changes = QuestionText.changes(asked.question());
        show(changes.subList(0, Math.min(changes.size(), MOST_LINES)));
        if (changes.size() > MOST_LINES) {
            console.say(Console.Shade.DOUBTFUL, "  … " + (changes.size() - MOST_LINES) + " more lines: v shows all");
        }
        return switch (asked.question()) {
            case Question.Approval approval -> choice(asked, approval);
            case Question.Form(var questions) -> form(asked, questions);
            case Question.Elicitation(var _, var _, var schema) -> filledIn(asked, FormFields.of(schema));
            case Question.Note _ -> Optional.empty();
        };
    }

    private void show(List<String> changes) {
        changes.forEach(line -> console.say(TextReporter.shade(line.stripLeading()), line));
    }

    /// A form of a server's: its fields, or `n` for no.
    private Optional<Command> filledIn(QuestionView asked, FormFields form) {
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

    /// Empty when the terminal is gone, or after too many answers that cannot be read.
    private Optional<Command> choice(QuestionView asked, Question.Approval approval) {
        var mayEdit = editing(asked, approval);
        var labels = new QuestionLines(new Wording(console.messages()), this::letter);
        for (var choice : asked.choices()) {
            console.plain("  " + key(choice) + "  " + labels.label(asked, choice));
            if (choice == Choice.ACCEPT && mayEdit.isPresent())
                console.plain("  e  " + console.say(Text.ASK_ALL_EDITS));
        }
        if (!approval.changes().isEmpty()) console.plain("  v  " + console.say(Text.TUI_SHOW_ALL));
        for (var tries = 0; tries < 5; tries++) {
            var typed = line("> ");
            if (typed.isEmpty()) return Optional.empty();
            var word = typed.get().strip().toLowerCase(Locale.ROOT);
            if (word.equals("v")) show(QuestionText.changes(approval));
            if (word.equals("e") && mayEdit.isPresent()) {
                gateway.setUp(asked.thread(), mayEdit.get(), asked.since());
                return Optional.of(asked.decide(letter(), Choice.ACCEPT, ""));
            }
            for (var choice : asked.choices()) {
                var isMeant = word.equals(key(choice)) || word.equals(word(choice));
                if (isMeant) return Optional.of(asked.decide(letter(), choice, ""));
            }
        }
        return Optional.empty();
    }

    private static String key(Choice choice) {
        return switch (choice) {
            case ACCEPT -> "y";
            case ACCEPT_FOR_THREAD -> "t";
            case ACCEPT_AND_REMEMBER -> "r";
            case DECLINE -> "n";
            case CANCEL -> "c";
        };
    }

    private static String word(Choice choice) {
        return switch (choice) {
            case ACCEPT -> "yes";
            case DECLINE -> "no";
            case ACCEPT_FOR_THREAD, ACCEPT_AND_REMEMBER, CANCEL -> "";
        };
    }

    /// The thread set up so that edits in its folder need no yes; empty where they need none, or
    /// where this one is about something else.
    private Optional<Setup> editing(QuestionView asked, Question.Approval approval) {
        if (approval.kind() != Question.Approval.Kind.EDIT) return Optional.empty();
        return gateway.thread(asked.thread())
                .map(ChatThread::setup)
                .filter(setup -> setup.approval().equals("suggest"))
                .map(setup -> new Setup(
                        setup.cwd(),
                        setup.provider(),
                        setup.model(),
                        setup.style(),
                        "workspace-write",
                        "auto-edit",
                        setup.roots(),
                        setup.window(),
                        setup.compactAt()));
    }

    private Optional<Command> form(QuestionView asked, String questions) {
        var form = FormQuestions.of(questions);
        if (form.questions().isEmpty()) {
            return line("> ").map(text -> asked.answer(letter(), text));
        }
        return form.answered(question -> {
                    question.lines().forEach(console::plain);
                    return line(console.say(Text.ASK_NUMBER) + " ");
                })
                .map(answers -> asked.answer(letter(), answers));
    }

    private Optional<String> line(String prompt) {
        console.prompt(prompt);
        isAsked = true;
        try {
            return Optional.ofNullable(input.readLine());
        } catch (IOException gone) {
            return Optional.empty();
        } finally {
            isAsked = false;
        }
    }

    /// Whether an answer is read right now.
    boolean isAsked() {
        return isAsked;
    }

    private LetterId letter() {
        return new LetterId(ids.get());
    }
}
