package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Messages;
import dev.pawl.cli.Messages.Language;
import dev.pawl.cli.Text;
import dev.pawl.cli.TroubleText;
import dev.pawl.status.Phrase;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// A status in the user's language.
public record Words(Language language) {
    private static final int WEEK = 7;
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    /// The language that a command line's settings ask for.
    @FunctionalInterface
    public interface Choice {
        Language of(Arguments arguments);
    }

    public String say(Phrase phrase) {
        return switch (language) {
            case EN -> phrase.english();
            case ZH -> phrase.chinese();
        };
    }

    public String say(Text text, String... values) {
        return new Messages(language).say(text, values);
    }

    /// A failure of the model's server in a person's words; any other as it is.
    public String trouble(String error) {
        return TroubleText.of(new Messages(language), "", error)
                .map(TroubleText::happened)
                .orElse(error);
    }

    /// How long ago something was; a date of the person's own time zone after a week.
    public String age(Instant then, Instant now) {
        var time = Duration.between(then, now);
        if (time.toMinutes() < 1) return say(Text.TUI_JUST_NOW);
        if (time.toHours() < 1) return say(Text.TUI_MINUTES_AGO, String.valueOf(time.toMinutes()));
        if (time.toDays() < 1) return say(Text.TUI_HOURS_AGO, String.valueOf(time.toHours()));
        if (time.toDays() <= WEEK) return say(Text.TUI_DAYS_AGO, String.valueOf(time.toDays()));
        return local(then);
    }

    /// `2026-11-18 09:20`, where the person is.
    public String local(Instant time) {
        return LOCAL.withZone(ZoneId.systemDefault()).format(time);
    }

    public String say(Duration time) {
        return switch (language) {
            case EN -> Phrase.english(time);
            case ZH -> Phrase.chinese(time);
        };
    }
}
