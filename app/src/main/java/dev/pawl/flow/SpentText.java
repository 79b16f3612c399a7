package dev.pawl.flow;

import dev.pawl.cli.Console;
import dev.pawl.cli.Text;
import dev.pawl.runner.Spent;
import java.time.Duration;
import java.util.Locale;

/// What a workflow took so far, in one line.
final class SpentText {
    private SpentText() {}

    static String of(Spent spent, Console console) {
        var usage = spent.usage();
        var words = console.say(
                Text.FLOW_SPENT,
                time(spent.elapsed()),
                count(usage.input() + usage.output()),
                count(usage.cachedInput()));
        return spent.usd()
                .map(usd -> words + " · $" + String.format(Locale.ROOT, usd < 0.1 ? "%.4f" : "%.2f", usd))
                .orElse(words);
    }

    private static String count(long tokens) {
        return String.format(Locale.ROOT, "%,d", tokens);
    }

    static String time(Duration time) {
        if (time.toHours() > 0) return time.toHours() + " h " + time.toMinutesPart() + " min";
        if (time.toMinutes() > 0) return time.toMinutes() + " min " + time.toSecondsPart() + " s";
        return time.toSeconds() + " s";
    }
}
