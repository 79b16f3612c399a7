package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// What we take for JSON is what a parser in wide use takes for it, on texts that are nearly right.
class JsonAgainstJacksonTest {
    private static final JsonFactory JACKSON = new JsonFactory();
    private static final String[] SEEDS = {
        "{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"x\\n\\u00e9\\ud83d\\udc3e\",\"\":-0.5e-10}}",
        "[1,2.0,-3e+7,0,1E5,\"\\\"\\\\\\/\\b\\f\\r\\t\"]",
        "\"\\u0000 plain \\uD83D half\"",
        " { \"k\" : [ ] , \"k\" : { } }\t\r\n",
        "-123456789012345678901234567890.5",
        "[[[[{\"deep\":[[]]}]]],{},[],\"\"]"
    };
    private static final String PIECES = "{}[]\",:\\/0123456789-+.eEtrufalsn bx\u0001\t\né\ud83d\u2028";

    @Test
    void nearlyRightTextsAreReadOrRefusedAlike() {
        var random = new Random(20_26);
        var taken = 0;
        var refused = 0;
        for (var i = 0; i < 60_000; i++) {
            var text = mutated(SEEDS[random.nextInt(SEEDS.length)], random);
            var theirs = jacksonReads(text);
            assertThat(weRead(text)).as("%s", text).isEqualTo(theirs);
            if (theirs) {
                taken++;
                var tree = Json.parse(text);
                assertThat(Json.parse(tree.write())).as("%s", text).isEqualTo(tree);
                // Jackson takes half a character in a string and not in a name.
                if (!tree.write().contains("\\uD8")) {
                    assertThat(jacksonReads(tree.write()))
                            .as("%s", tree.write())
                            .isTrue();
                }
            } else {
                refused++;
            }
        }
        assertThat(taken).isGreaterThan(5_000);
        assertThat(refused).isGreaterThan(5_000);
    }

    private static String mutated(String seed, Random random) {
        var text = new StringBuilder(seed);
        for (var changes = random.nextInt(4); changes > 0 && !text.isEmpty(); changes--) {
            var at = random.nextInt(text.length());
            var piece = PIECES.charAt(random.nextInt(PIECES.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, piece);
                default -> text.setCharAt(at, piece);
            }
        }
        return text.toString();
    }

    private static boolean weRead(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (BadJson refused) {
            return false;
        }
    }

    private static boolean jacksonReads(String text) {
        try (var parser = JACKSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) return false;
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException refused) {
            return false;
        }
    }
}
