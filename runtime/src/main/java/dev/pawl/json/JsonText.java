package dev.pawl.json;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Between text and [Json], by Jackson's streams. Nesting is bounded: a deep text is refused, not
/// a stack overflow.
final class JsonText {
    private static final int DEEPEST = 500;
    private static final int SHOWN = 80;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private JsonText() {}

    static boolean isNumber(String digits) {
        return NUMBER.matcher(digits).matches();
    }

    static Json parse(String text) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var first = parser.nextToken();
            if (first == null) throw new BadJson("empty text where JSON was expected");
            var value = value(parser, first);
            if (parser.nextToken() != null) throw new BadJson("more text after the JSON value" + where(parser));
            return value;
        } catch (JacksonException broken) {
            throw new BadJson(message(broken), broken);
        }
    }

    private static Json value(JsonParser parser, @Nullable JsonToken token) {
        if (token == null) throw new BadJson("the JSON ends too early" + where(parser));
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new Json.Str(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getString());
            case VALUE_TRUE -> new Json.Bool(true);
            case VALUE_FALSE -> new Json.Bool(false);
            case VALUE_NULL -> new Json.Null();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new BadJson("unexpected " + token + where(parser));
        };
    }

    private static Json object(JsonParser parser) {
        var fields = new LinkedHashMap<String, Json>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = parser.currentName();
            fields.put(name, value(parser, parser.nextToken()));
        }
        return new Json.Obj(fields);
    }

    private static Json array(JsonParser parser) {
        var elements = new ArrayList<Json>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(parser, token));
        }
        return new Json.Arr(elements);
    }

    private static String where(JsonParser parser) {
        var at = parser.currentTokenLocation();
        return " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static String message(JacksonException broken) {
        var at = broken.getLocation();
        var place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return "broken JSON" + place + ": " + broken.getOriginalMessage();
    }

    static String write(Json json) {
        var text = new StringWriter();
        try (var out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(out, json);
        }
        return escapeLoneSurrogates(text.toString());
    }

    private static void write(JsonGenerator out, Json json) {
        switch (json) {
            case Json.Obj(var fields) -> {
                out.writeStartObject();
                fields.forEach((name, value) -> {
                    out.writeName(name);
                    write(out, value);
                });
                out.writeEndObject();
            }
            case Json.Arr(var elements) -> {
                out.writeStartArray();
                elements.forEach(element -> write(out, element));
                out.writeEndArray();
            }
            case Json.Str(var value) -> out.writeString(value);
            case Json.Num(var digits) -> out.writeNumber(digits);
            case Json.Bool(var value) -> out.writeBoolean(value);
            case Json.Null _ -> out.writeNull();
        }
    }

    /// Half a character cannot be stored as UTF-8. Between quotes its escape can, and reads back
    /// as the same half.
    private static String escapeLoneSurrogates(String text) {
        StringBuilder escaped = null;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            var pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (!pair && Character.isSurrogate(c)) {
                if (escaped == null) escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
                escaped.append(String.format("\\u%04x", (int) c));
                continue;
            }
            if (escaped != null) escaped.append(c);
            if (pair) {
                if (escaped != null) escaped.append(text.charAt(i + 1));
                i++;
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    /// A value in a few words, for messages.
    static String describe(Json json) {
        if (json instanceof Json.Null) return "nothing";
        var text = json.write();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
