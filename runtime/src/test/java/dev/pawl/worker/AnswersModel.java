package dev.pawl.worker;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.card.Usage;
import dev.pawl.id.CallId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A model that says what it was told to say, answer by answer, and remembers what it was asked.
final class AnswersModel implements Model {
    private final Deque<List<Object>> answers = new ArrayDeque<>();
    private final List<Prompt> asked = new CopyOnWriteArrayList<>();

    /// Items and failures, in order, and what is waited for in between; an answer without a failure
    /// is complete.
    AnswersModel answer(Object... said) {
        answers.add(List.of(said));
        return this;
    }

    List<Prompt> asked() {
        return asked;
    }

    static Item.ToolCall call(String id, String tool) {
        return new Item.ToolCall(new CallId(id), tool, Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
    }

    static Item.AgentMessage text(String words) {
        return new Item.AgentMessage(words);
    }

    static ModelFailure cut() {
        return new ModelFailure(ModelFailure.Kind.STREAM, "stream closed before response.completed");
    }

    @Override
    public synchronized ResponseStream ask(Prompt prompt) {
        asked.add(prompt);
        var said = new ArrayDeque<Object>(
                new ArrayList<>(answers.isEmpty() ? List.of(text("nothing more to say")) : answers.poll()));
        return new ResponseStream() {
            @Override
            public ModelEvent next() throws InterruptedException {
                if (Thread.interrupted()) throw new InterruptedException();
                return switch (said.poll()) {
                    case null -> new ModelEvent.Completed(new Usage(100, 0, 0, 10, 0, 110), false);
                    case ModelFailure failure -> throw failure;
                    case Runnable wait -> {
                        wait.run();
                        yield next();
                    }
                    case Item item -> new ModelEvent.ItemDone("item", item);
                    case Object other -> throw new IllegalStateException("cannot say " + other);
                };
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {}
}
