package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"x\"}}",
                "[]",
                "\"text\"",
                "-12.50e+3",
                "123456789012345678901234567890",
                "{\"z\":1,\"a\":2}"
            })
    void whatIsReadIsWrittenTheSame(String text) {
        assertThat(Json.parse(text).write()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":", "[1,]", "{\"a\" 1}", "nope", "\"open", "{\"a\":01}", "[1] [2]"})
    void brokenTextSaysWhere(String text) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(BadJson.class)
                .hasMessageContaining("line 1")
                .hasMessageContaining("column");
    }

    @Test
    void emptyTextSaysSo() {
        assertThatThrownBy(() -> Json.parse(" ")).hasMessageContaining("empty");
    }

    @Test
    void anEndlessNestingIsRefusedAndTheStackSurvives() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(BadJson.class);
    }

    @Test
    void halfACharacterIsEscapedAndReadBack() {
        var odd = "a\ud83db\udc3ec\ud83d\udc3e";
        var text = Json.of(odd).write();
        assertThat(text).isEqualTo("\"a\\uD83Db\\uDC3Ec\ud83d\udc3e\"");
        assertThat(Json.parse(text).asText()).isEqualTo(odd);
    }

    @Test
    void whatIsNotThereIsNull() {
        var json = Json.parse("{\"list\":[1]}");
        assertThat(json.at("no").at("such").at(3).isNull()).isTrue();
        assertThat(json.at("list").at(0).asLong()).isEqualTo(1);
        assertThat(json.text("no", "else")).isEqualTo("else");
    }

    @Test
    void theWrongTypeSaysWhatWasFound() {
        var json = Json.parse("{\"n\":1.5,\"s\":\"x\",\"big\":99999999999}");
        assertThatThrownBy(() -> json.text("n")).hasMessageContaining("\"n\" must be a string, found 1.5");
        assertThatThrownBy(() -> json.number("s")).hasMessageContaining("\"s\" must be a number");
        assertThatThrownBy(() -> json.list("s")).hasMessageContaining("\"s\" must be an array");
        assertThatThrownBy(() -> json.at("n").asLong()).hasMessageContaining("whole number");
        assertThatThrownBy(() -> json.at("big").asInt()).hasMessageContaining("smaller");
        assertThatThrownBy(() -> json.at("s").asBool()).hasMessageContaining("true or false");
        assertThat(json.at("n").asDouble()).isEqualTo(1.5);
    }

    @Test
    void aTreeIsBuiltInOrder() {
        var json = Json.object()
                .with("b", "x")
                .with("a", 1)
                .with("list", Json.strings(List.of("p", "q")))
                .with("yes", Json.of(true))
                .with("b", "y");
        assertThat(json.write()).isEqualTo("{\"b\":\"y\",\"a\":1,\"list\":[\"p\",\"q\"],\"yes\":true}");
    }

    @Test
    void manyFieldsAreFoundAndKeepTheirOrder() {
        var text = new StringBuilder("{");
        for (var i = 0; i < 1000; i++)
            text.append("\"k").append(i).append("\":").append(i).append(',');
        var json = Json.parse(text + "\"k7\":\"again\"}");
        assertThat(json.asFields()).hasSize(1000);
        assertThat(json.text("k7")).isEqualTo("again");
        assertThat(json.at("k999").asLong()).isEqualTo(999);
        assertThat(json.at("k1000").isNull()).isTrue();
        assertThat(json.asFields().keySet()).startsWith("k0", "k1").endsWith("k999");
        assertThat(((Json.Obj) json).with("k3", "new").text("k3")).isEqualTo("new");
        assertThat(json.at("k3").asLong()).isEqualTo(3);
    }

    @Test
    void aNameTwiceMeansItsLastValueAtItsFirstPlace() {
        assertThat(Json.parse("{\"a\":1,\"b\":2,\"a\":3}").write()).isEqualTo("{\"a\":3,\"b\":2}");
    }
}
