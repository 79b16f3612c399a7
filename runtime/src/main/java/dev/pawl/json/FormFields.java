package dev.pawl.json;

import dev.pawl.card.Visible;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The fields of a form that a server of tools wants filled in: a flat JSON schema, for people and
/// for what they answer.
public record FormFields(List<Field> fields) {
    private static final int MOST = 64;
    private static final Pattern PAIR = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*\\s*=");

    /// One field. `type` is JSON schema's; `choices` is empty where anything goes.
    public record Field(
            String name, String title, String about, String type, List<String> choices, boolean required, Json usual) {
        public Field {
            choices = List.copyOf(choices);
        }
    }

    public FormFields {
        fields = List.copyOf(fields);
    }

    /// @throws BadJson when it is no schema of a flat object
    public static FormFields of(String schema) {
        var json = Json.parse(schema);
        if (!(json.at("properties") instanceof Json.Obj(var properties))) {
            if (json.at("properties").isNull()) return new FormFields(List.of());
            throw new BadJson("a form's properties are no object");
        }
        if (properties.size() > MOST) throw new BadJson("a form with " + properties.size() + " fields");
        var required = json.at("required") instanceof Json.Arr(var names)
                ? names.stream().flatMap(name -> name.text().stream()).toList()
                : List.<String>of();
        var fields = new ArrayList<Field>();
        properties.forEach((name, about) -> fields.add(field(name, about, required.contains(name))));
        return new FormFields(fields);
    }

    private static Field field(String name, Json about, boolean required) {
        var type = about.text("type", "string");
        if (type.equals("object")) throw new BadJson("a form within a form: " + name);
        var choices = choices(type.equals("array") ? about.at("items") : about);
        return new Field(
                name,
                about.text("title", name),
                about.text("description", ""),
                type,
                choices,
                required,
                about.at("default"));
    }

    private static List<String> choices(Json about) {
        var choices = new ArrayList<String>();
        if (about.at("enum") instanceof Json.Arr(var words)) {
            words.forEach(word -> word.text().ifPresent(choices::add));
        }
        for (var way : List.of("oneOf", "anyOf")) {
            if (!(about.at(way) instanceof Json.Arr(var options))) continue;
            for (var option : options) option.at("const").text().ifPresent(choices::add);
        }
        return choices;
    }

    /// The fields for people, one to a line. They are the server's words: nothing hides in them.
    public List<String> lines() {
        return fields.stream().map(FormFields::line).map(Visible::text).toList();
    }

    private static String line(Field field) {
        var text = new StringBuilder(field.name()).append(" (").append(field.type());
        if (!field.required()) text.append(", may be left out");
        if (!field.usual().isNull())
            text.append(", usually ").append(field.usual().write());
        text.append(')');
        if (!field.title().equals(field.name())) text.append(' ').append(field.title());
        if (!field.about().isEmpty()) text.append(": ").append(field.about());
        if (!field.choices().isEmpty())
            text.append(" [").append(String.join(", ", field.choices())).append(']');
        return text.toString().replace('\n', ' ');
    }

    /// How an answer with what must be filled in is typed.
    public String pattern() {
        var needed = fields.stream().filter(Field::required).map(Field::name).toList();
        var shown = needed.isEmpty() ? names().stream().limit(1).toList() : needed;
        return shown.isEmpty()
                ? "{}"
                : Visible.text(String.join(
                        "; ", shown.stream().map(name -> name + "=…").toList()));
    }

    /// What a person typed as the form's content: a JSON object, `name=value` pairs separated by
    /// `;`, or the value alone where there is one field that must be filled in.
    ///
    /// @throws BadJson that says which field is wrong, and how
    public Json.Obj content(String typed) {
        var text = typed.strip();
        if (text.startsWith("{")) {
            var given = Json.parse(text) instanceof Json.Obj object ? object : Json.object();
            return complete(given);
        }
        var given = Json.object();
        if (text.isEmpty()) return complete(given);
        var single = only();
        if (single.isPresent() && !PAIR.matcher(text).lookingAt()) {
            return complete(given.with(single.get().name(), value(single.get(), text)));
        }
        for (var pair : text.split(";", -1)) {
            if (pair.isBlank()) continue;
            var at = pair.indexOf('=');
            if (at < 0) throw new BadJson("write name=value; … for: " + String.join(", ", names()));
            var name = pair.substring(0, at).strip();
            var field =
                    fields.stream().filter(known -> known.name().equals(name)).findFirst();
            if (field.isEmpty()) {
                throw new BadJson("there is no field " + name + "; there are: " + String.join(", ", names()));
            }
            given = given.with(name, value(field.get(), pair.substring(at + 1).strip()));
        }
        return complete(given);
    }

    private Optional<Field> only() {
        if (fields.size() == 1) return Optional.of(fields.getFirst());
        var needed = fields.stream().filter(Field::required).toList();
        return needed.size() == 1 ? Optional.of(needed.getFirst()) : Optional.empty();
    }

    private List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /// What has a usual value need not be written; what must be there is.
    private Json.Obj complete(Json.Obj given) {
        var whole = given;
        for (var field : fields) {
            if (!whole.at(field.name()).isNull()) check(field, whole.at(field.name()));
            else if (!field.usual().isNull()) whole = whole.with(field.name(), field.usual());
            else if (field.required()) throw new BadJson("the field " + field.name() + " must be filled in");
        }
        return whole;
    }

    private static void check(Field field, Json value) {
        var fits = switch (field.type()) {
            case "boolean" -> value instanceof Json.Bool;
            case "integer", "number" -> value instanceof Json.Num;
            case "array" -> value instanceof Json.Arr;
            case String _ -> value instanceof Json.Str;
        };
        if (!fits) throw new BadJson("the field " + field.name() + " takes a " + field.type());
        var chosen = value instanceof Json.Arr(var many) ? many : List.of(value);
        for (var each : chosen) {
            if (!field.choices().isEmpty()
                    && !field.choices().contains(each.text().orElse(""))) {
                throw new BadJson("the field " + field.name() + " takes one of: " + String.join(", ", field.choices()));
            }
        }
    }

    private static Json value(Field field, String text) {
        return switch (field.type()) {
            case "boolean" -> flag(field, text);
            case "integer", "number" -> number(field, text);
            case "array" ->
                Json.strings(List.of(text.split(",", -1)).stream()
                        .map(String::strip)
                        .filter(word -> !word.isEmpty())
                        .toList());
            case String _ -> Json.of(text);
        };
    }

    private static Json flag(Field field, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "y" -> Json.of(true);
            case "false", "no", "n" -> Json.of(false);
            case String _ -> throw new BadJson("the field " + field.name() + " takes yes or no");
        };
    }

    private static Json number(Field field, String text) {
        try {
            var number = new BigDecimal(text);
            if (field.type().equals("integer") && number.stripTrailingZeros().scale() > 0) {
                throw new BadJson("the field " + field.name() + " takes a whole number");
            }
            return new Json.Num(number.toPlainString());
        } catch (NumberFormatException word) {
            throw new BadJson("the field " + field.name() + " takes a number", word);
        }
    }
}
