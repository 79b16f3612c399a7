package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.agent.Prompt;
import dev.pawl.card.Item;
import dev.pawl.card.Usage;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// The providers against the lab's model, and their words against those of the real Codex.
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabTest {
    private Lab lab;

    @BeforeAll
    void open() throws IOException {
        lab = Lab.open();
    }

    @AfterAll
    void close() {
        if (lab != null) lab.close();
    }

    @ParameterizedTest
    @CsvSource({
        "http-401, UNAUTHORIZED",
        "http-429, RATE_LIMIT",
        "http-429-always, RATE_LIMIT",
        "quota, QUOTA",
        "overflow-first, CONTEXT_OVERFLOW",
        "cut-always, STREAM",
        "stall, STREAM",
        "unfinished, STREAM",
        "cut, STREAM",
    })
    void failuresAreToldInCodexsWords(String scenario, Kind kind) throws Exception {
        var patience = new ProviderSettings.RetryPolicy(2, 3, Duration.ofMillis(500), Duration.ofMillis(1));
        try (var model =
                Providers.open(lab.settings(WireApi.RESPONSES, scenario).with(patience))) {
            var failure = Asking.ask(model, Asking.hello()).broken();

            assertThat(failure).hasMessageStartingWith(lab.lastError(scenario));
            assertThat(failure.kind()).isEqualTo(kind);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RESPONSES", "CHAT", "ANTHROPIC"})
    void tenThousandDeltasArrive(WireApi wire) throws Exception {
        var heard = ask(wire, "deltas-10k", List.of(Item.UserMessage.of("go")));

        assertThat(heard.events().stream().filter(ModelEvent.TextDelta.class::isInstance))
                .hasSize(10_000);
        assertThat(heard.items()).containsExactly(new Item.AgentMessage(heard.text()));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"RESPONSES", "CHAT", "ANTHROPIC"})
    void aTurnWithToolsRunsToItsEnd(WireApi wire) throws Exception {
        var history = new ArrayList<Item>(List.of(Item.UserMessage.of("fix it")));
        var calls = 0;
        for (var step = 0; step < 20; step++) {
            var heard = ask(wire, "fix", history);
            history.addAll(heard.items());
            var before = calls;
            for (var item : heard.items()) {
                if (!(item instanceof Item.ToolCall call)) continue;
                history.add(Item.ToolResult.success(call.call(), "ok"));
                calls++;
            }
            if (calls == before) break;
        }

        assertThat(calls).isGreaterThanOrEqualTo(3);
        assertThat(history.getLast()).isInstanceOf(Item.AgentMessage.class);
    }

    @Test
    void aMalformedEventIsSkipped() throws Exception {
        assertThat(ask(WireApi.RESPONSES, "garbage", List.of()).text()).isEqualTo("with garbage inside");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"RESPONSES", "CHAT", "ANTHROPIC"})
    void parallelCallsKeepTheirOrder(WireApi wire) throws Exception {
        var calls = ask(wire, "parallel", List.of(Item.UserMessage.of("go"))).items().stream()
                .filter(Item.ToolCall.class::isInstance)
                .map(item -> ((Item.ToolCall) item).call())
                .toList();

        assertThat(calls).hasSizeGreaterThan(1).doesNotHaveDuplicates();
    }

    @Test
    void aBrokenChatIsAskedForAgainByTheLoop() throws Exception {
        var settings = lab.settings(WireApi.CHAT, "cut-always");
        try (var model = Providers.open(settings)) {
            var broken = Asking.ask(model, Asking.prompt(Item.UserMessage.of("chat")))
                    .broken();

            assertThat(broken.kind().worthRetrying()).isTrue();
        }
    }

    @Test
    void theCostIsCounted() throws Exception {
        var heard = ask(WireApi.RESPONSES, "plain", List.of(Item.UserMessage.of("hi")));

        assertThat(heard.completed().usage()).isNotEqualTo(Usage.NONE);
    }

    private Asking.Heard ask(WireApi wire, String scenario, List<Item> history) throws InterruptedException {
        try (var model = Providers.open(lab.settings(wire, scenario))) {
            var heard = Asking.ask(model, Asking.prompt(history, History.TOOLS, Prompt.ResponseOptions.PLAIN));
            assertThat(heard.failure()).isNull();
            return heard;
        }
    }
}
