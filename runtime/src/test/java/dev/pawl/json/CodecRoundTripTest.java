package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Wait;
import dev.pawl.testkit.Samples;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What was written is read back as it was: every record, also those added tomorrow.
class CodecRoundTripTest {
    private static final int SAMPLES = 200;
    private final Samples samples = new Samples(20_26);

    static Stream<Class<?>> items() {
        return Samples.leaves(Item.class);
    }

    @ParameterizedTest
    @MethodSource("items")
    void everyItemIsReadBackAsItWas(Class<? extends Item> type) {
        for (var i = 0; i < SAMPLES; i++) {
            Item item = samples.of(type);
            assertThat(ItemCodec.read(ItemCodec.type(item), ItemCodec.write(item)))
                    .isEqualTo(item);
        }
    }

    static Stream<Class<?>> events() {
        return Samples.leaves(Event.class);
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventIsReadBackAsItWas(Class<? extends Event> type) {
        for (var i = 0; i < SAMPLES; i++) {
            Event event = samples.of(type);
            assertThat(EventCodec.read(EventCodec.type(event), EventCodec.write(event)))
                    .isEqualTo(event);
        }
    }

    static Stream<Class<?>> letters() {
        return Samples.leaves(Letter.Content.class).filter(type -> type != Letter.Broken.class);
    }

    @ParameterizedTest
    @MethodSource("letters")
    void everyLetterIsReadBackAsItWas(Class<? extends Letter.Content> type) {
        for (var i = 0; i < SAMPLES; i++) {
            Letter.Content content = samples.of(type);
            assertThat(LetterCodec.read(content.kind(), LetterCodec.write(content)))
                    .isEqualTo(content);
        }
    }

    @Test
    void lineageAndNeedsAreReadBackAsTheyWere() {
        for (var i = 0; i < SAMPLES; i++) {
            var lineage = samples.of(Lineage.class);
            assertThat(LetterCodec.lineage(LetterCodec.write(lineage))).isEqualTo(lineage);
            var need = samples.of(Wait.Need.class);
            assertThat(LetterCodec.need(LetterCodec.write(need))).isEqualTo(need);
        }
    }

    @Test
    void cardsOfEarlierVersionsAreRead() {
        assertThat(ItemCodec.read("agent_message", "{\"text\":\"hi\"}")).isEqualTo(new Item.AgentMessage("hi"));
        var call = "{\"tool_call_id\":\"c1\",\"tool_name\":\"shell\",\"form\":\"function\",\"arguments\":\"{}\","
                + "\"replay\":\"effect\",\"detail\":{\"kind\":\"nothing\"}}";
        var item = (Item.ToolCall) ItemCodec.read("tool_call", call);
        assertThat(item.sealed()).isEmpty();
        assertThat(ItemCodec.write(item)).as("and written as they were").doesNotContain("sealed");
        assertThat(ItemCodec.write(new Item.AgentMessage("hi"))).isEqualTo("{\"text\":\"hi\"}");
    }

    @Test
    void aFieldNobodyKnowsIsSkipped() {
        var later = "{\"text\":\"hi\",\"mood\":\"sunny\",\"nested\":{\"a\":[1]}}";
        assertThat(ItemCodec.read("summary", later)).isEqualTo(new Item.Summary("hi"));
    }

    @Test
    void aMissingFieldIsNamed() {
        assertThatThrownBy(() -> ItemCodec.read("summary", "{\"txt\":\"hi\"}"))
                .isInstanceOf(BadJson.class)
                .hasMessageContaining("\"text\" must be a string");
    }

    @Test
    void anUnknownTypeIsNamed() {
        assertThatThrownBy(() -> ItemCodec.read("hologram", "{}")).hasMessageContaining("hologram");
        assertThatThrownBy(() -> EventCodec.read("turn.dreamt", "{}")).hasMessageContaining("turn.dreamt");
    }

    @Test
    void aLetterThatCannotBeReadIsBrokenAndSaysWhy() {
        assertThat(LetterCodec.read(LetterKind.TURN, "{\"context_box_id\":"))
                .isInstanceOfSatisfying(Letter.Broken.class, broken -> {
                    assertThat(broken.kind()).isEqualTo(LetterKind.TURN);
                    assertThat(broken.error()).contains("column");
                });
        assertThat(LetterCodec.read(LetterKind.STEER, "{}")).isInstanceOf(Letter.Broken.class);
        assertThat(LetterCodec.read(LetterKind.TURN, "{\"context_box_id\":\"no good name\"}"))
                .isInstanceOf(Letter.Broken.class);
    }
}
