package dev.pawl.tui.show;

import dev.pawl.cli.Messages;
import dev.pawl.cli.Text;
import dev.pawl.status.Phrase;
import java.time.Duration;

/// The program's own words in the person's language.
public record Wording(Messages messages) {
    public String say(Text text, String... values) {
        return messages.say(text, values);
    }

    public String say(Phrase phrase) {
        return isChinese() ? phrase.chinese() : phrase.english();
    }

    public String say(Duration time) {
        return isChinese() ? Phrase.chinese(time) : Phrase.english(time);
    }

    /// How long ago something was, in its largest unit.
    public String age(Duration time) {
        if (time.toMinutes() < 1) return say(Text.TUI_JUST_NOW);
        if (time.toHours() < 1) return say(Text.TUI_MINUTES_AGO, String.valueOf(time.toMinutes()));
        if (time.toDays() < 1) return say(Text.TUI_HOURS_AGO, String.valueOf(time.toHours()));
        return say(Text.TUI_DAYS_AGO, String.valueOf(time.toDays()));
    }

    /// With a decimal below ten seconds, for what was measured; empty for next to nothing.
    public String measured(long millis) {
        if (millis >= 10_000) return say(Duration.ofMillis(millis));
        if (millis < 100) return "";
        return millis / 1000 + "." + millis % 1000 / 100 + (isChinese() ? " 秒" : "s");
    }

    private boolean isChinese() {
        return messages.language() == Messages.Language.ZH;
    }
}
