package dev.pawl.tui.show;

import dev.pawl.card.Usage;
import dev.pawl.cli.Text;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.TokensView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// What one turn did and used, told at its end.
///
/// Not safe for use by many threads.
public final class TurnSummary {
    private final Wording words;
    private final Function<Usage, Optional<Double>> prices;
    private Usage before = Usage.NONE;
    private TokensView tokens = TokensView.NONE;
    private long steps;
    private long commands;
    private String diff = "";

    /// @param prices what a use of the model costs in USD; empty when no price is set
    public TurnSummary(Wording words, Function<Usage, Optional<Double>> prices) {
        this.words = words;
        this.prices = prices;
    }

    public void add(ThreadChange change) {
        switch (change) {
            case ThreadChange.TokensCounted(var _, var counted) -> {
                if (steps++ == 0) before = counted.total().minus(counted.last());
                tokens = counted;
            }
            case ThreadChange.ItemCompleted(var _, ItemView.CommandRun run, var _) -> {
                if (run.caller() == ItemView.CommandRun.Caller.AGENT) commands++;
            }
            case ThreadChange.DiffChanged(var _, var whole) -> diff = whole;
            default -> {}
        }
    }

    /// Rows of this width: what was done, and what it used.
    public List<Line> lines(Duration time, int columns) {
        var rows = new ArrayList<Line>();
        rows.addAll(Line.of(Role.FAINT, "─ " + String.join(" · ", done(time))).words(columns, 2));
        var used = used();
        if (!used.isEmpty())
            rows.addAll(Line.of(Role.FAINT, "  " + String.join(" · ", used)).words(columns, 2));
        return rows;
    }

    private List<String> done(Duration time) {
        var done = new ArrayList<String>();
        done.add(words.say(Text.SUMMARY_TIME, words.say(time)));
        if (steps > 0) done.add(counted(Text.SUMMARY_STEP, Text.SUMMARY_STEPS, steps));
        if (commands > 0) done.add(counted(Text.SUMMARY_COMMAND, Text.SUMMARY_COMMANDS, commands));
        var files = lines("diff --git ");
        if (files > 0)
            done.add(counted(Text.SUMMARY_FILE, Text.SUMMARY_FILES, files) + " +" + (lines("+") - lines("+++ ")) + " −"
                    + (lines("-") - lines("--- ")));
        return done;
    }

    private List<String> used() {
        var used = new ArrayList<String>();
        var turn = tokens.total().minus(before);
        if (turn.total() > 0) {
            used.add(words.say(
                    turn.cachedInput() > 0 ? Text.SUMMARY_TOKENS_CACHED : Text.SUMMARY_TOKENS,
                    number(turn.total()),
                    number(turn.input()),
                    number(turn.output()),
                    number(turn.cachedInput())));
            prices.apply(turn).ifPresent(usd -> used.add(String.format(Locale.ROOT, "$%.4f", usd)));
        }
        if (tokens.window() > 0) used.add(new StatusRows(words, false).context(tokens));
        return used;
    }

    private String counted(Text one, Text many, long count) {
        return count == 1 ? words.say(one) : words.say(many, String.valueOf(count));
    }

    private long lines(String beginning) {
        return diff.lines().filter(line -> line.startsWith(beginning)).count();
    }

    /// `5,232`.
    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
