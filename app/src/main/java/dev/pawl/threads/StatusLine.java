package dev.pawl.threads;

import dev.pawl.card.Visible;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Text;
import dev.pawl.json.Json;
import dev.pawl.status.AgentStatus;
import dev.pawl.status.ChatStatus;
import dev.pawl.status.Phrase;
import dev.pawl.status.View;
import dev.pawl.status.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A status for people and for programs.
record StatusLine(Words words, View view) {
    /// The fields that every status has, behind those that say whose it is.
    Json.Obj json(Json.Obj whose) {
        return whose.with("status", view.status().id())
                .with("header", words.say(view.header()))
                .with("details", words.say(view.details()))
                .with(
                        "attention",
                        Json.object()
                                .with("approvals", view.attention().approvals())
                                .with("inputs", view.attention().inputs()))
                .with("level", view.level());
    }

    /// All of it: keys for those who translate themselves, times, and what is waited for.
    Json.Obj wholeJson(Json.Obj whose) {
        var json = json(whose)
                .with("header_key", key(view.header()))
                .with("details_key", key(view.details()))
                .with("interruptible", Json.of(view.interruptible()))
                .with("since", time(view.timing().since()))
                .with("last_event_at", time(view.timing().lastEventAt()))
                .with("worked_ms", view.timing().worked().toMillis());
        return json.with(
                "waits", Json.array(view.waits().stream().map(StatusLine::json).toList()));
    }

    /// The answer about a thread that is not there.
    static Json.Obj notFound(String thread) {
        return Json.object().with("thread", thread).with("agent_status", new AgentStatus.NotFound().id());
    }

    private static Json.Obj key(Phrase phrase) {
        return Json.object().with("key", phrase.key().id()).with("args", Json.strings(phrase.values()));
    }

    private static Json.Obj json(Waiting wait) {
        return Json.object()
                .with("why", wait.why().name().toLowerCase(Locale.ROOT))
                .with("call", wait.id())
                .with("detail", wait.detail())
                .with("since", time(wait.since()))
                .with("until", time(wait.until()));
    }

    private static Json time(Instant time) {
        var known = time.isAfter(Instant.EPOCH) && time.isBefore(Instant.MAX);
        return known ? Json.of(time.toString()) : new Json.Null();
    }

    /// `● Working · Running npm test (1m 12s)`, the dot in the status's colour.
    Styled text() {
        var header = header();
        var text = new StringBuilder(" ").append(header);
        // A failure told in a person's words needs none of its details.
        var isTold = view.status() == ChatStatus.ERROR && !header.equals(words.say(view.header()));
        var details = isTold ? "" : words.say(view.details());
        if (!details.isEmpty()) text.append(" · ").append(details);
        if (view.interruptible()) {
            text.append(" (").append(words.say(view.timing().worked())).append(')');
        }
        var asked = view.attention().approvals() + view.attention().inputs();
        var line = Styled.of(shade(view.status()), dot(view.status())).plus(Visible.heading(text.toString()));
        return asked > 0 ? line.plus(Styled.of(Shade.DOUBTFUL, "  ! " + asked)) : line;
    }

    private String header() {
        if (isDone()) return words.say(Text.LIST_DONE);
        var text = words.say(view.header());
        if (view.status() != ChatStatus.ERROR) return text;
        return words.trouble(text);
    }

    /// Whether the last turn was delivered and nothing else is under way.
    private boolean isDone() {
        return view.status() == ChatStatus.IDLE
                && view.origin() == View.Origin.DERIVED
                && view.details().isNothing()
                && view.timing().since().isAfter(Instant.EPOCH);
    }

    /// What the turn waits for, and what a person can do about it.
    List<String> waits(String thread, Instant now) {
        var lines = new ArrayList<String>();
        for (var wait : view.waits()) {
            var line = new StringBuilder(words.say(why(wait.why())));
            if (!wait.detail().isEmpty()) line.append(": ").append(wait.detail());
            line.append(" (").append(words.age(wait.since(), now));
            if (wait.until().isBefore(Instant.MAX))
                line.append(", ").append(words.say(Text.LIST_UNTIL, words.local(wait.until())));
            line.append(")");
            var next = next(wait.why(), thread);
            if (!next.isEmpty()) line.append("\n  ").append(next);
            lines.add(line.toString());
        }
        return lines;
    }

    private static Text why(Waiting.Why why) {
        return switch (why) {
            case APPROVAL -> Text.LIST_APPROVAL;
            case INPUT -> Text.LIST_INPUT;
            case WORKER -> Text.LIST_WORKER;
            case INTERRUPTED -> Text.LIST_INTERRUPTED;
            case TOOL -> Text.LIST_TOOL;
            case AGENT -> Text.LIST_AGENT;
            case RATE_LIMIT -> Text.LIST_RATE_LIMIT;
            case BUDGET -> Text.LIST_BUDGET;
            case WORKSPACE -> Text.LIST_WORKSPACE;
        };
    }

    static String next(Waiting.Why why, String thread) {
        return switch (why) {
            case WORKER, INTERRUPTED -> "pawl exec resume " + thread + "\n  pawl stop " + thread;
            case APPROVAL, INPUT -> "pawl approvals list";
            case TOOL, AGENT, RATE_LIMIT, BUDGET, WORKSPACE -> "";
        };
    }

    private static String dot(ChatStatus status) {
        return switch (status) {
            case ERROR -> "✕";
            case WAITING -> "◆";
            case EDITING, RUNNING, RESPONDING, THINKING -> "●";
            case SYNCING, STARTING -> "◐";
            case IDLE -> "○";
        };
    }

    private static Shade shade(ChatStatus status) {
        return switch (status) {
            case ERROR -> Shade.BAD;
            case WAITING -> Shade.DOUBTFUL;
            case EDITING, RUNNING, RESPONDING, THINKING -> Shade.GOOD;
            case SYNCING, STARTING, IDLE -> Shade.FAINT;
        };
    }
}
