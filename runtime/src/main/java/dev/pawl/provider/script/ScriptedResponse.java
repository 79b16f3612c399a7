package dev.pawl.provider.script;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.provider.script.Script.Fault;
import dev.pawl.provider.script.Script.Line;
import dev.pawl.provider.script.Script.Response;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// An answer of a script, played.
final class ScriptedResponse implements Model.ResponseStream {
    private final Response answer;
    private final int position;
    private final ThreadId thread;
    private final Queue<ModelEvent> ready = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private int line;
    private boolean complete;

    ScriptedResponse(Response answer, int position, ThreadId thread) {
        this.answer = answer;
        this.position = position;
        this.thread = thread;
    }

    static ModelFailure failure(Fault.Fail fail) {
        return new ModelFailure(fail.kind(), fail.message(), fail.status(), fail.retryAfter());
    }

    @Override
    public ModelEvent next() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException("stopped while the script was answering");
        if (ready.isEmpty()) advance();
        return ready.remove();
    }

    private void advance() throws InterruptedException {
        if (complete) throw new IllegalStateException("the answer is complete");
        var fault = answer.fault();
        if (fault != null && line >= fault.after()) {
            switch (fault) {
                case Fault.Fail fail -> throw failure(fail);
                case Fault.Hang _ -> pause(Duration.ofDays(365));
            }
        }
        if (line == answer.lines().size()) {
            complete = true;
            ready.add(new ModelEvent.Completed(answer.usage(), answer.goOn()));
            return;
        }
        var next = answer.lines().get(line);
        pause(next.before());
        say(next, Script.callId(position, line, thread.value()));
        line++;
    }

    private void pause(Duration duration) throws InterruptedException {
        if (duration.isPositive() && closed.await(duration.toMillis(), TimeUnit.MILLISECONDS)) throw Script.cut();
    }

    private void say(Line next, String id) {
        switch (next) {
            case Line.Text(var message, var deltas, var _) -> {
                ready.add(new ModelEvent.ItemBegan(id, "message", message.phase()));
                pieces(message.text(), deltas, id);
                ready.add(new ModelEvent.ItemDone(id, message));
            }
            case Line.Thought(var summary, var sealed, var _) -> {
                ready.add(new ModelEvent.ItemBegan(id, "reasoning"));
                if (!summary.isEmpty()) ready.add(new ModelEvent.ReasoningDelta(id, 0, summary));
                ready.add(new ModelEvent.ItemDone(id, new Item.Reasoning(summary, sealed)));
            }
            case Line.Call call -> {
                var name = new CallId(call.id().isEmpty() ? id : call.id());
                ready.add(new ModelEvent.ItemBegan(id, type(call.form())));
                var item = new Item.ToolCall(name, call.tool(), call.form(), call.arguments(), Replay.EFFECT);
                ready.add(new ModelEvent.ItemDone(id, item.sealedWith(call.sealed())));
            }
            case Line.Other(var item, var _) -> ready.add(new ModelEvent.ItemDone(id, item));
        }
    }

    private static String type(Item.ToolCall.Form form) {
        return switch (form) {
            case FUNCTION -> "function_call";
            case FREEFORM -> "custom_tool_call";
        };
    }

    private void pieces(String text, int deltas, String id) {
        var size = Math.max(1, (text.length() + deltas - 1) / deltas);
        for (var from = 0; from < text.length(); ) {
            var to = Math.min(text.length(), from + size);
            if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) to++;
            ready.add(new ModelEvent.TextDelta(id, text.substring(from, to)));
            from = to;
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
