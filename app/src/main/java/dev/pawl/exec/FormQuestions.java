package dev.pawl.exec;

import dev.pawl.card.Visible;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The agent's own questions: each with numbered options, and a line of the person's as its answer.
///
/// @param questions empty when they cannot be read
record FormQuestions(List<Asked> questions) {
    record Asked(String id, String text, List<Choice> options) {
        /// The question and its options, one to a line.
        List<String> lines() {
            var lines = new ArrayList<String>();
            lines.add(text.replace("\n", "\n     | "));
            for (var i = 0; i < options.size(); i++) {
                var option = options.get(i);
                lines.add("  " + (i + 1) + "  " + Visible.heading(option.label));
                if (!option.about.isEmpty()) lines.add("     " + Visible.heading(option.about));
            }
            return lines;
        }

        /// The option of a number; any other words as they are.
        String meant(String typed) {
            var number = typed.matches("[1-9][0-9]?") ? Integer.parseInt(typed) : 0;
            return number >= 1 && number <= options.size() ? options.get(number - 1).label : typed;
        }
    }

    record Choice(String label, String about) {}

    static FormQuestions of(String json) {
        var questions = new ArrayList<Asked>();
        try {
            for (var question : Json.parse(json).list("questions")) {
                var options = question.list("options").stream()
                        .map(option -> new Choice(option.text("label"), option.text("description", "")))
                        .toList();
                var id = question.text("id", String.valueOf(questions.size() + 1));
                questions.add(new Asked(id, question.text("question"), options));
            }
        } catch (BadJson unreadable) {
            return new FormQuestions(List.of());
        }
        return new FormQuestions(List.copyOf(questions));
    }

    /// Asks one after the other; the answers in the form of the agent's tool. Empty when the person
    /// is gone.
    Optional<String> answered(Function<Asked, Optional<String>> ask) {
        var answers = Json.object();
        for (var question : questions) {
            var typed = ask.apply(question);
            if (typed.isEmpty()) return Optional.empty();
            var said = Json.strings(List.of(question.meant(typed.get().strip())));
            answers = answers.with(question.id, Json.object().with("answers", said));
        }
        return Optional.of(Json.object().with("answers", answers).write());
    }
}
