package dev.pawl.agent;

import dev.pawl.card.Question;
import java.util.Locale;
import java.util.regex.Pattern;

/// What a person is asked at a bound, and what their answer allows. Pure.
///
/// The question is in the form of `request_user_input`, which every client knows; `bound` in it
/// holds the same as values, for surfaces that speak another language.
public final class BoundQuestion {
    private static final int MORE = 4;

    private BoundQuestion() {}

    /// What may be used beyond the bound.
    public sealed interface Reply {
        record Allow(double amount) implements Reply {}

        record Stop() implements Reply {}
    }

    public static Question.Form ask(Bound bound, double used, double allowed) {
        var what = what(bound);
        var question = "Limit reached: " + what + " used " + bound.shown(used) + " of " + bound.shown(allowed) + " "
                + unit(bound) + " (" + bound.key() + "). Go on?";
        return new Question.Form("{\"questions\":[{\"id\":\"bound\",\"header\":\"Limit\",\"question\":\"" + question
                + "\",\"options\":["
                + option("Go on", bound.shown(bound.most()) + " " + unit(bound) + " more")
                + "," + option("Go on with more", bound.shown(bound.most() * MORE) + " " + unit(bound) + " more")
                + "," + option("Stop", "End the turn here; what was done is kept")
                + "]}],\"bound\":{\"key\":\"" + bound.key() + "\",\"scope\":\"" + word(bound.scope())
                + "\",\"measure\":\"" + word(bound.measure()) + "\",\"used\":\"" + bound.shown(used)
                + "\",\"allowed\":\"" + bound.shown(allowed) + "\",\"most\":\"" + bound.shown(bound.most())
                + "\"}}");
    }

    private static String option(String label, String description) {
        return "{\"label\":\"" + label + "\",\"description\":\"" + description + "\"}";
    }

    private static String what(Bound bound) {
        return switch (bound.scope()) {
            case TURN -> "this turn has";
            case THREAD -> "this thread has";
            case TREE -> "this thread and its agents have";
            case DAY -> "all threads have today";
        };
    }

    private static String unit(Bound bound) {
        return switch (bound.measure()) {
            case STEPS -> "steps";
            case SECONDS -> "seconds";
            case TOKENS -> "tokens";
            case USD -> "USD";
            case TURNS -> "turns";
        };
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static final Pattern STOP = Pattern.compile("\\b(stop|no|end)\\b|停");
    private static final Pattern MUCH = Pattern.compile("\\bmore\\b|更多|放宽");
    private static final Pattern YES = Pattern.compile("\\b(go|yes|y|ok|continue|on)\\b|继续");

    /// Reads an answer: one of the options, an amount, or a client's JSON around either. What is
    /// none of these is no yes.
    public static Reply read(Bound bound, String answer) {
        var text = answer.toLowerCase(Locale.ROOT).replace("\"bound\"", "").replace("\"answers\"", "");
        if (STOP.matcher(text).find()) return new Reply.Stop();
        var amount = number(text);
        if (amount > 0) return new Reply.Allow(amount);
        if (MUCH.matcher(text).find()) return new Reply.Allow(bound.most() * MORE);
        return YES.matcher(text).find() ? new Reply.Allow(bound.most()) : new Reply.Stop();
    }

    private static double number(String text) {
        var digits = text.replaceAll("[^0-9.]+", " ").strip();
        if (!digits.matches("[0-9]+(\\.[0-9]+)?")) return 0;
        return Double.parseDouble(digits);
    }
}
