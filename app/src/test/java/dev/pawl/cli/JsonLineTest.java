package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonLineTest {
    @Test
    void valuesKeepTheirTypes() {
        assertThat(new JsonLine().put("a", "x").put("b", true).put("c", -3L).putRaw("d", "[1]"))
                .hasToString("{\"a\":\"x\",\"b\":true,\"c\":-3,\"d\":[1]}");
    }

    @Test
    void anEmptyObjectIsAnObject() {
        assertThat(new JsonLine()).hasToString("{}");
    }

    @Test
    void everythingStaysOnOneLine() {
        assertThat(JsonLine.quoted("a\n\"b\"\\\t\r\u0001\u007f"))
                .isEqualTo("\"a\\n\\\"b\\\"\\\\\\t\\r\\u0001\\u007f\"");
    }

    @Test
    void halfACharacterIsEscapedAndAWholeOneIsKept() {
        assertThat(JsonLine.quoted("\uD83D")).isEqualTo("\"\\ud83d\"");
        assertThat(JsonLine.quoted("\uDE00x")).isEqualTo("\"\\ude00x\"");
        assertThat(JsonLine.quoted("😀你")).isEqualTo("\"😀你\"");
    }
}
