package dev.pawl.status;

import dev.pawl.codex.CodexSignals;
import dev.pawl.codex.EventLine;
import dev.pawl.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Logs told by name, as tests write them.
final class Tales {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private Tales() {}

    /// `name field=value field=value …`; a number behind `@` is the second it happened.
    static LoggedSignal told(long seq, String line) {
        var words = line.split(" ", -1);
        var fields = Json.object();
        var at = START;
        for (int i = 1; i < words.length; i++) {
            if (words[i].startsWith("@")) at = START.plusSeconds(Long.parseLong(words[i].substring(1)));
            else {
                var pair = words[i].split("=", 2);
                fields = fields.with(pair[0], pair[1].replace('_', ' '));
            }
        }
        return CodexSignals.of(new EventLine(words[0], fields, seq, at));
    }

    static ChatState state(String... lines) {
        var state = ChatState.NEW;
        for (var line : lines) state = state.after(told(0, line));
        return state;
    }

    /// With numbers 1, 2, 3…
    static List<LoggedSignal> numbered(String... lines) {
        var log = new ArrayList<LoggedSignal>();
        for (var line : lines) log.add(told(log.size() + 1, line));
        return log;
    }

    static ChatState fold(ChatState from, List<LoggedSignal> log) {
        var state = from;
        for (var told : log) state = state.after(told);
        return state;
    }

    static View at(ChatState state, long second) {
        return state.derive(START.plusSeconds(second));
    }

    static String line(View view) {
        return view.status().id() + " · " + view.header().english();
    }
}
