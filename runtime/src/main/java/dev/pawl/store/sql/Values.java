package dev.pawl.store.sql;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The named values of one statement, each with its type, so that even a missing one has one.
public final class Values {
    public sealed interface Value {}

    public record Text(@Nullable String text) implements Value {}

    public record Whole(@Nullable Long number) implements Value {}

    public record Time(@Nullable Instant time) implements Value {}

    private static final int USUAL = 12;

    // Few enough to be looked through: that is faster than any map.
    private final List<String> names = new ArrayList<>(USUAL);
    private final List<Value> values = new ArrayList<>(USUAL);

    public static Values none() {
        return new Values();
    }

    public static Values of(String name, String text) {
        return new Values().text(name, text);
    }

    public Values text(String name, @Nullable String text) {
        return put(name, new Text(text == null ? null : storable(text)));
    }

    public Values word(String name, Enum<?> constant) {
        return text(name, constant.name().toLowerCase(Locale.ROOT));
    }

    public Values number(String name, long number) {
        return put(name, new Whole(number));
    }

    public Values maybeNumber(String name, @Nullable Long number) {
        return put(name, new Whole(number));
    }

    public Values time(String name, @Nullable Instant time) {
        return put(name, new Time(time));
    }

    private Values put(String name, Value value) {
        names.add(name);
        values.add(value);
        return this;
    }

    /// The value a statement wants by this name; of two the later one.
    public @Nullable Value find(String name) {
        var at = names.lastIndexOf(name);
        return at < 0 ? null : values.get(at);
    }

    /// The same for one that must be there.
    public Value get(SqlText statement, String name) {
        var value = find(name);
        if (value == null) throw new IllegalStateException(statement.name() + " was not given :" + name);
        return value;
    }

    /// No database keeps half a character, and PostgreSQL no zero one: both become U+FFFD. What may
    /// hold them, the content of cards, is JSON and has them escaped.
    public static String storable(String text) {
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
