package dev.pawl.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.codex.CodexSignals;
import dev.pawl.codex.EventLine;
import dev.pawl.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// The cases of `status/chat-status.json`: what is shown after each event.
final class StatusCases {
    private StatusCases() {}

    static List<Json> all() {
        try (var in = StatusCases.class.getResourceAsStream("/status/chat-status.json")) {
            if (in == null) throw new IllegalStateException("status/chat-status.json is missing");
            return Json.parse(new String(in.readAllBytes(), UTF_8)).asList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static List<String> failures() {
        var wrong = new ArrayList<String>();
        for (var example : all()) wrong.addAll(failures(example));
        return wrong;
    }

    static List<String> failures(Json example) {
        var wrong = new ArrayList<String>();
        var state = ChatState.NEW;
        int number = 0;
        for (var step : example.list("steps")) {
            number++;
            var line = new EventLine(step.text("event"), step.at("fields"), 0, Tales.START);
            state = state.after(CodexSignals.of(line));
            var view = Tales.at(state, 0);
            var shown = view.status().id() + " | " + view.header().english() + " | " + attention(view);
            var expect = step.at("expect");
            var expected = expect.text("status") + " | " + expect.text("header") + " | "
                    + expect.at("attention").text().orElse("-");
            if (!shown.equals(expected)) {
                wrong.add(example.text("id") + " step " + number + " " + step.text("event") + ": expected " + expected
                        + ", was " + shown);
            }
        }
        return wrong;
    }

    private static String attention(View view) {
        var text = (view.attention().approvals() > 0 ? view.attention().approvals() + "A" : "")
                + (view.attention().inputs() > 0 ? view.attention().inputs() + "I" : "");
        return text.isEmpty() ? "-" : text;
    }
}
