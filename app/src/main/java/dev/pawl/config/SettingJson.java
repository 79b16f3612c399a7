package dev.pawl.config;

import dev.pawl.cli.JsonLine;
import dev.pawl.toml.TomlValue;
import java.util.ArrayList;

/// A setting's value as JSON. What JSON cannot say (dates, infinities) becomes a string.
public final class SettingJson {
    private SettingJson() {}

    public static String of(TomlValue value) {
        return switch (value) {
            case TomlValue.Text(var text) -> JsonLine.quoted(text);
            case TomlValue.Whole(var number) -> Long.toString(number);
            case TomlValue.Decimal(var number) ->
                Double.isFinite(number) ? Double.toString(number) : JsonLine.quoted(value.toToml());
            case TomlValue.Flag(var on) -> Boolean.toString(on);
            case TomlValue.Moment(var moment) -> JsonLine.quoted(moment.toString());
            case TomlValue.Array(var values) -> {
                var parts = new ArrayList<String>();
                for (var one : values) parts.add(of(one));
                yield "[" + String.join(",", parts) + "]";
            }
            case TomlValue.Table(var entries) -> {
                var line = new JsonLine();
                entries.forEach((key, one) -> line.putRaw(key, of(one)));
                yield line.toString();
            }
        };
    }
}
