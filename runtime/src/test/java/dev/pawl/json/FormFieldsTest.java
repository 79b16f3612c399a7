package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// What people type becomes what a server's form asks for, or a sentence that says what is wrong.
class FormFieldsTest {
    private static final FormFields FORM = FormFields.of("""
            {"type":"object","required":["name"],"properties":{
              "name":{"type":"string","title":"Your name","description":"in full"},
              "age":{"type":"integer"},
              "member":{"type":"boolean","default":true},
              "size":{"type":"string","enum":["s","m","l"]},
              "langs":{"type":"array","items":{"type":"string","anyOf":[{"const":"en"},{"const":"zh"}]}}}}""");

    private static String typed(String text) {
        return FORM.content(text).write();
    }

    @Test
    void pairsJsonAndTheOneValueThatIsNeededAreUnderstood() {
        assertThat(typed("name=Ada Lovelace; age=36; size=m; langs=en, zh; member=no"))
                .isEqualTo("{\"name\":\"Ada Lovelace\",\"age\":36,\"size\":\"m\",\"langs\":[\"en\",\"zh\"],"
                        + "\"member\":false}");
        assertThat(typed("Ada")).isEqualTo("{\"name\":\"Ada\",\"member\":true}");
        assertThat(typed("{\"name\":\"a;b=c\"}")).isEqualTo("{\"name\":\"a;b=c\",\"member\":true}");
    }

    @Test
    void whatIsWrongIsSaidByItsField() {
        assertThatThrownBy(() -> typed("age=36")).hasMessage("the field name must be filled in");
        assertThatThrownBy(() -> typed("")).hasMessage("the field name must be filled in");
        assertThatThrownBy(() -> typed("name=x; age=old")).hasMessage("the field age takes a number");
        assertThatThrownBy(() -> typed("name=x; age=1.5")).hasMessage("the field age takes a whole number");
        assertThatThrownBy(() -> typed("name=x; size=xl")).hasMessage("the field size takes one of: s, m, l");
        assertThatThrownBy(() -> typed("name=x; langs=fr")).hasMessage("the field langs takes one of: en, zh");
        assertThatThrownBy(() -> typed("name=x; shoe=42")).hasMessageStartingWith("there is no field shoe");
        assertThatThrownBy(() -> typed("{\"name\":7}")).hasMessage("the field name takes a string");
    }

    @Test
    void thePictureOfAFormHidesNothing() {
        assertThat(FORM.lines())
                .contains("name (string) Your name: in full", "size (string, may be left out) [s, m, l]");
        assertThat(FORM.pattern()).isEqualTo("name=…");
        var trick = FormFields.of("{\"properties\":{\"a\":{\"type\":\"string\",\"title\":\"\\u001b[2J\"}}}");
        assertThat(trick.lines()).containsExactly("a (string, may be left out) \\u{001B}[2J");
    }

    @Test
    void whatIsNoFlatFormIsRefused() {
        assertThatThrownBy(() -> FormFields.of("{\"properties\":{\"a\":{\"type\":\"object\"}}}"))
                .isInstanceOf(BadJson.class);
        assertThat(FormFields.of("null").fields()).isEmpty();
    }
}
