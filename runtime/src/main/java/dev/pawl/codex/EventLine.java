package dev.pawl.codex;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One line of an event log, whatever wrote it: `{"event","fields"}`, a transcript's
/// `{"timestamp","type","payload"}`, an app-server's `{"method","params"}`, an event's
/// `{"id","msg"}`, or the event's own object with its `type`.
///
/// @param name the event's name as it was written
/// @param seq its number, 0 when it has none
/// @param at when, the epoch's start when it does not say
public record EventLine(String name, Json body, long seq, Instant at) {
    private static final String[] NESTS = {"item", "msg", "data", "payload", "turn", "error"};

    /// Reads a line. Throws [BadJson] for one that is no event at all.
    public static EventLine read(String line) {
        var json = Json.parse(line);
        if (!(json instanceof Json.Obj)) throw new BadJson("not an object");
        long seq = json.at("seq") instanceof Json.Num ? json.number("seq") : 0;
        if (seq < 0) throw new BadJson("a number below zero: " + seq);
        var at = time(json);
        if (json.at("event") instanceof Json.Str(var name)) {
            var fields = json.at("fields");
            return new EventLine(name, fields, seq, at.equals(Instant.EPOCH) ? time(fields) : at);
        }
        if (json.at("method") instanceof Json.Str(var method)) {
            return new EventLine(method, withRequest(json.at("params"), json.at("id")), seq, at);
        }
        if (json.at("payload") instanceof Json.Obj payload) return transcript(json.text("type"), payload, seq, at);
        if (json.at("msg") instanceof Json.Obj message) {
            return new EventLine(message.text("type"), withTurn(message, json.at("id")), seq, at);
        }
        if (json.at("type") instanceof Json.Str(var type)) return new EventLine(type, json, seq, at);
        if (!json.at("result").isNull() || !json.at("id").isNull()) return new EventLine("response", json, seq, at);
        throw new BadJson("no event, method, msg or type in it");
    }

    private static EventLine transcript(String type, Json.Obj payload, long seq, Instant at) {
        if (type.equals("event_msg")) return new EventLine(payload.text("type"), payload, seq, at);
        return new EventLine(type, payload, seq, at);
    }

    /// A request's own id is how its answer will name it.
    private static Json withRequest(Json params, Json id) {
        if (id.isNull() || !(params instanceof Json.Obj object)) return params;
        return object.at("requestId").isNull() ? object.with("requestId", id) : params;
    }

    private static Json withTurn(Json.Obj message, Json id) {
        return message.at("turn_id").isNull() && id instanceof Json.Str ? message.with("turn_id", id) : message;
    }

    private static Instant time(Json json) {
        for (var name : new String[] {"timestamp", "at", "ts"}) {
            if (json.at(name) instanceof Json.Str(var text)) {
                try {
                    return Instant.parse(text);
                } catch (DateTimeException notTime) {
                    return Instant.EPOCH;
                }
            }
            if (json.at(name) instanceof Json.Num) return seconds(json.at(name).asDouble());
        }
        return json.at("emittedAtMs") instanceof Json.Num
                ? Instant.ofEpochMilli((long) json.at("emittedAtMs").asDouble())
                : Instant.EPOCH;
    }

    /// Seconds, unless the number is so large that it must be milliseconds.
    private static Instant seconds(double number) {
        double millis = Math.abs(number) > 1e11 ? number : number * 1000;
        return Instant.ofEpochMilli((long) millis);
    }

    /// The first of these fields that is there, in the event or in what it wraps; else `Null`.
    Json find(String... names) {
        for (var name : names) {
            if (!body.at(name).isNull()) return body.at(name);
        }
        for (var nest : NESTS) {
            for (var name : names) {
                if (!body.at(nest).at(name).isNull()) return body.at(nest).at(name);
            }
        }
        return new Json.Null();
    }

    /// The same as text; numbers too, since a request's id may be one.
    String text(String... names) {
        for (var name : names) {
            var found = plain(find(name));
            if (!found.isEmpty()) return found;
        }
        return "";
    }

    private static String plain(Json json) {
        return switch (json) {
            case Json.Str(var value) -> value;
            case Json.Num(var digits) -> digits;
            case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> "";
        };
    }

    /// A list of words as one line, as a command is written; a single text as it is.
    String words(String... names) {
        var found = find(names);
        if (!(found instanceof Json.Arr(var elements))) return plain(found);
        var words = new ArrayList<String>();
        for (var element : elements) words.add(plain(element));
        // What a shell is given to run says more than the shell.
        return words.size() == 3 && words.get(1).matches("-l?c") ? words.getLast() : String.join(" ", words);
    }

    /// The kinds of ids that name a call.
    List<String> callIds() {
        var id = text("call_id", "callId", "itemId", "item_id", "id", "processId", "process_id");
        return id.isEmpty() ? List.of() : List.of(id);
    }
}
