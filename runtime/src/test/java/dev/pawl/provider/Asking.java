package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Item;
import dev.pawl.id.ThreadId;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.ProviderSettings.RetryPolicy;
import dev.pawl.provider.dialect.WireApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prompts, settings, and a whole answer read to its end.
final class Asking {
    static final ThreadId THREAD = new ThreadId("01a1e0b1-06f9-71f2-961e-13e2f492a197");
    static final RetryPolicy SHORT = new RetryPolicy(2, 3, Duration.ofSeconds(20), Duration.ofMillis(1));

    private Asking() {}

    static Prompt prompt(Item... input) {
        return prompt(List.of(input), List.of(), Prompt.ResponseOptions.PLAIN);
    }

    static Prompt prompt(List<Item> input, List<ToolSpec> tools, Prompt.ResponseOptions manner) {
        return new Prompt(THREAD, "gpt-5.5", "Be brief.", input, tools, manner);
    }

    static Prompt hello() {
        return prompt(Item.UserMessage.of("hello"));
    }

    static ProviderSettings settings(WireApi wire, WireServer server) {
        return ProviderSettings.of("lab", wire, server.baseUrl(), ApiKey.of("sk-test"))
                .with(SHORT);
    }

    static Model responses(WireServer server) {
        return Providers.open(settings(WireApi.RESPONSES, server));
    }

    /// All that was said, and how it broke off, if it did.
    record Heard(List<ModelEvent> events, @Nullable ModelFailure failure) {
        List<Item> items() {
            var items = new ArrayList<Item>();
            for (var event : events) {
                if (event instanceof ModelEvent.ItemDone(var _, var item)) items.add(item);
            }
            return items;
        }

        String text() {
            var text = new StringBuilder();
            for (var event : events) {
                if (event instanceof ModelEvent.TextDelta(var _, var delta)) text.append(delta);
            }
            return text.toString();
        }

        ModelEvent.Completed completed() {
            return (ModelEvent.Completed) events.getLast();
        }

        ModelFailure broken() {
            if (failure == null) throw new AssertionError("did not fail: " + events);
            return failure;
        }
    }

    static Heard ask(Model model, Prompt prompt) throws InterruptedException {
        var events = new ArrayList<ModelEvent>();
        try (var answering = model.ask(prompt)) {
            while (true) {
                var event = answering.next();
                events.add(event);
                if (event instanceof ModelEvent.Completed) return new Heard(events, null);
            }
        } catch (ModelFailure failure) {
            return new Heard(events, failure);
        }
    }
}
