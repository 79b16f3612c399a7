package dev.pawl.json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON value: immutable, in the order it was written. Safe for use by many threads.
///
/// [#at] never fails: what is not there is [Null]. The `as…` methods throw [BadJson] for another
/// type. Numbers keep their digits, so nothing is lost between reading and writing.
public sealed interface Json {
    record Obj(Map<String, Json> fields) implements Json {
        public Obj {
            fields = Fields.copyOf(fields);
        }

        Fields ordered() {
            return (Fields) fields;
        }

        /// The same object with one more field, or another value for it.
        public Obj with(String name, Json value) {
            return new Obj(ordered().with(name, value));
        }

        public Obj with(String name, String value) {
            return with(name, new Str(value));
        }

        public Obj with(String name, long value) {
            return with(name, Json.of(value));
        }
    }

    record Arr(List<Json> elements) implements Json {
        public Arr {
            elements = List.copyOf(elements);
        }
    }

    record Str(String value) implements Json {}

    /// A number as its digits were written.
    record Num(String digits) implements Json {
        public Num {
            if (!JsonReader.isNumber(digits)) throw new IllegalArgumentException("not a JSON number: " + digits);
        }
    }

    record Bool(boolean value) implements Json {
        static final Bool TRUE = new Bool(true);
        static final Bool FALSE = new Bool(false);
    }

    record Null() implements Json {
        public static final Null NULL = new Null();
    }

    /// Reads exactly one value.
    static Json parse(String text) {
        return JsonReader.read(text);
    }

    static Obj object() {
        return new Obj(Fields.NONE);
    }

    static Arr array(List<? extends Json> elements) {
        return new Arr(List.copyOf(elements));
    }

    static Arr strings(List<String> values) {
        return new Arr(values.stream().<Json>map(Str::new).toList());
    }

    static Str of(String value) {
        return new Str(value);
    }

    /// The text, or null when it is empty.
    static Json orNull(String text) {
        return text.isEmpty() ? Null.NULL : of(text);
    }

    static Num of(long value) {
        return new Num(Long.toString(value));
    }

    static Bool of(boolean value) {
        return value ? Bool.TRUE : Bool.FALSE;
    }

    /// The compact text, on one line.
    default String write() {
        return JsonText.write(this);
    }

    /// The field of an object, or [Null] for anything else.
    default Json at(String name) {
        return this instanceof Obj(var fields) ? fields.getOrDefault(name, Null.NULL) : Null.NULL;
    }

    /// The element of an array, or [Null] for anything else.
    default Json at(int index) {
        return this instanceof Arr(var elements) && index >= 0 && index < elements.size()
                ? elements.get(index)
                : Null.NULL;
    }

    default boolean isNull() {
        return this instanceof Null;
    }

    default String asText() {
        if (this instanceof Str(var value)) return value;
        throw new BadJson("expected a string, found " + JsonText.describe(this));
    }

    default long asLong() {
        if (this instanceof Num(var digits)) {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException notWhole) {
                throw new BadJson("expected a whole number, found " + JsonText.describe(this), notWhole);
            }
        }
        throw new BadJson("expected a whole number, found " + JsonText.describe(this));
    }

    default int asInt() {
        var value = asLong();
        if (value != (int) value) throw new BadJson("expected a smaller number, found " + value);
        return (int) value;
    }

    default double asDouble() {
        if (this instanceof Num(var digits)) return Double.parseDouble(digits);
        throw new BadJson("expected a number, found " + JsonText.describe(this));
    }

    default boolean asBool() {
        if (this instanceof Bool(var value)) return value;
        throw new BadJson("expected true or false, found " + JsonText.describe(this));
    }

    default List<Json> asList() {
        if (this instanceof Arr(var elements)) return elements;
        throw new BadJson("expected an array, found " + JsonText.describe(this));
    }

    default Map<String, Json> asFields() {
        if (this instanceof Obj(var fields)) return fields;
        throw new BadJson("expected an object, found " + JsonText.describe(this));
    }

    /// The text if this is one.
    default Optional<String> text() {
        return this instanceof Str(var value) ? Optional.of(value) : Optional.empty();
    }

    /// The named text, which must be there.
    default String text(String name) {
        return in(name, at(name) instanceof Str(var value) ? value : null, "a string");
    }

    /// The named text, or another when it is missing.
    default String text(String name, String otherwise) {
        return at(name).text().orElse(otherwise);
    }

    /// The named whole number, which must be there.
    default long number(String name) {
        if (!(at(name) instanceof Num)) throw new BadJson(missing(name, "a number"));
        return at(name).asLong();
    }

    /// The named elements, which must be there.
    default List<Json> list(String name) {
        return in(name, at(name) instanceof Arr(var elements) ? elements : null, "an array");
    }

    private <T> T in(String name, @Nullable T value, String expected) {
        if (value == null) throw new BadJson(missing(name, expected));
        return value;
    }

    private String missing(String name, String expected) {
        return "field \"" + name + "\" must be " + expected + ", found " + JsonText.describe(at(name)) + " in "
                + JsonText.describe(this);
    }
}
