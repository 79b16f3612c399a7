package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Messages.Language;
import dev.pawl.status.Phrase;
import java.time.Duration;

/// A status in the user's language.
public record Words(Language language) {
    /// The language that a command line's settings ask for.
    @FunctionalInterface
    public interface Choice {
        Language of(Arguments arguments);
    }

    String say(Phrase phrase) {
        return switch (language) {
            case EN -> phrase.english();
            case ZH -> phrase.chinese();
        };
    }

    String say(Duration time) {
        return switch (language) {
            case EN -> Phrase.english(time);
            case ZH -> Phrase.chinese(time);
        };
    }
}
