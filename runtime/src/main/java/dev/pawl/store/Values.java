package dev.pawl.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The named values of one statement, each with its type, so that even a missing one has one.
public final class Values {
    public sealed interface Value {}

    public record Text(@Nullable String text) implements Value {}

    public record Whole(@Nullable Long number) implements Value {}

    public record Time(@Nullable Instant time) implements Value {}

    private final Map<String, Value> values = new HashMap<>();

    public static Values none() {
        return new Values();
    }

    public static Values of(String name, String text) {
        return new Values().text(name, text);
    }

    public Values text(String name, @Nullable String text) {
        values.put(name, new Text(text == null ? null : storable(text)));
        return this;
    }

    public Values word(String name, Enum<?> constant) {
        return text(name, constant.name().toLowerCase(Locale.ROOT));
    }

    public Values number(String name, long number) {
        values.put(name, new Whole(number));
        return this;
    }

    public Values maybeNumber(String name, @Nullable Long number) {
        values.put(name, new Whole(number));
        return this;
    }

    public Values time(String name, @Nullable Instant time) {
        values.put(name, new Time(time));
        return this;
    }

    /// Whether a value of this name is there.
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /// The values in the order a statement wants them.
    public List<Value> inOrder(SqlText statement) {
        return statement.parameters().stream()
                .map(name -> value(statement, name))
                .toList();
    }

    private Value value(SqlText statement, String name) {
        var value = values.get(name);
        if (value == null) throw new IllegalStateException(statement.name() + " was not given :" + name);
        return value;
    }

    /// No database keeps half a character, and PostgreSQL no zero one: both become U+FFFD. What may
    /// hold them, the content of cards, is JSON and has them escaped.
    private static String storable(String text) {
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) return replaced(text);
        }
        return text;
    }

    private static String replaced(String text) {
        var clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? '\uFFFD' : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
