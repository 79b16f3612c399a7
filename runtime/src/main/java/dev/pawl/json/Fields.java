package dev.pawl.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields of an object: immutable, in order, each name once. Objects are small and made field
/// by field, so this is two arrays, which are cheap to copy; a large one gets a table to look names
/// up in.
final class Fields extends AbstractMap<String, Json> {
    static final Fields NONE = new Fields(new String[0], new Json[0]);
    private static final int FEW = 8;

    private final String[] names;
    private final Json[] values;
    /// One more than the place of a name, found from its hash onwards; empty for few names.
    private final int[] table;

    private Fields(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
        this.table = names.length <= FEW ? new int[0] : new int[Integer.highestOneBit(names.length) * 4];
        if (table.length > 0) {
            for (var i = 0; i < names.length; i++) table[slot(table, names, names[i])] = i + 1;
        }
    }

    static Fields copyOf(Map<String, Json> fields) {
        if (fields instanceof Fields same) return same;
        return new Fields(
                fields.keySet().toArray(String[]::new), fields.values().toArray(Json[]::new));
    }

    /// The first `count` of both. Of two with one name the later value stays, at the first's place.
    static Fields of(String[] names, Json[] values, int count) {
        var distinct = count <= FEW ? among(names, values, count) : hashed(names, values, count);
        return new Fields(Arrays.copyOf(names, distinct), Arrays.copyOf(values, distinct));
    }

    private static int among(String[] names, Json[] values, int count) {
        var kept = 0;
        for (var i = 0; i < count; i++) {
            var earlier = 0;
            while (earlier < kept && !names[earlier].equals(names[i])) earlier++;
            names[earlier] = names[i];
            values[earlier] = values[i];
            if (earlier == kept) kept++;
        }
        return kept;
    }

    private static int hashed(String[] names, Json[] values, int count) {
        var table = new int[Integer.highestOneBit(count) * 4];
        var kept = 0;
        for (var i = 0; i < count; i++) {
            var slot = slot(table, names, names[i]);
            var place = table[slot] == 0 ? kept++ : table[slot] - 1;
            names[place] = names[i];
            values[place] = values[i];
            table[slot] = place + 1;
        }
        return kept;
    }

    /// Where the name is in the table, or where it would go.
    private static int slot(int[] table, String[] names, Object name) {
        var hash = name.hashCode();
        var at = (hash ^ hash >>> 16) & table.length - 1;
        while (table[at] != 0 && !names[table[at] - 1].equals(name)) at = at + 1 & table.length - 1;
        return at;
    }

    private int place(@Nullable Object name) {
        if (name == null) return -1;
        if (table.length > 0) return table[slot(table, names, name)] - 1;
        for (var i = 0; i < names.length; i++) {
            if (names[i].equals(name)) return i;
        }
        return -1;
    }

    Fields with(String name, Json value) {
        var place = place(name);
        if (place >= 0) {
            var next = values.clone();
            next[place] = value;
            return new Fields(names, next);
        }
        var nextNames = Arrays.copyOf(names, names.length + 1);
        var nextValues = Arrays.copyOf(values, values.length + 1);
        nextNames[names.length] = name;
        nextValues[values.length] = value;
        return new Fields(nextNames, nextValues);
    }

    String name(int place) {
        return names[place];
    }

    Json value(int place) {
        return values[place];
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public @Nullable Json get(@Nullable Object name) {
        var place = place(name);
        return place < 0 ? null : values[place];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return place(name) >= 0;
    }

    @Override
    public Set<Entry<String, Json>> entrySet() {
        return new Entries();
    }

    private final class Entries extends AbstractSet<Entry<String, Json>> {
        @Override
        public int size() {
            return names.length;
        }

        @Override
        public Iterator<Entry<String, Json>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < names.length;
                }

                @Override
                public Entry<String, Json> next() {
                    if (next >= names.length) throw new NoSuchElementException();
                    return Map.entry(names[next], values[next++]);
                }
            };
        }
    }
}
