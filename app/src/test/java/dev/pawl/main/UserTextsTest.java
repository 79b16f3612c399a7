package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Consoles;
import dev.pawl.cli.HelpWords;
import dev.pawl.cli.Messages;
import dev.pawl.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What a user reads is in English and in Chinese.
class UserTextsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("pawl.root", "..")).toAbsolutePath().normalize();

    /// Messages that are made in the code, in English only. The number only goes down; a new one
    /// belongs in `Text`.
    private static final int MOST_LITERALS = 153;

    /// Help texts without a Chinese one: those that came last. The number only goes down.
    private static final int MOST_UNTRANSLATED = 0;

    private static final Pattern LITERAL = Pattern.compile(
            "(new UsageError\\(|UsageError\\.\\w+\\(|\\.(note|plain|prompt|warn)\\()\\s*\"(?!\\s*\"\\))");

    @Test
    void fewMessagesAreMadeOutsideOfTheCatalogue() throws IOException {
        var found = new TreeMap<String, Integer>();
        for (var module : new String[] {"app", "runtime"}) {
            try (var files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (var file :
                        files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    var count = (int)
                            LITERAL.matcher(Files.readString(file)).results().count();
                    if (count > 0) found.put(file.getFileName().toString(), count);
                }
            }
        }
        var sum = found.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(sum)
                .as("put the new one into Text and messages.*.txt: %s", found)
                .isLessThanOrEqualTo(MOST_LITERALS);
    }

    @Test
    void theSearchFindsLiterals() {
        assertThat(LITERAL.matcher("throw new UsageError(\"no\")").find()).isTrue();
        assertThat(LITERAL.matcher("console.note(\n  \"no\" + x)").find()).isTrue();
        assertThat(LITERAL.matcher("console.note(console.say(Text.NO))").find()).isFalse();
    }

    @Test
    void helpIsThereInChinese() {
        var table = new Wiring(new Consoles().console, new Environment(Map.of())).commands();
        var words = HelpWords.in(Messages.Language.ZH);
        var missing = new TreeSet<String>();
        var all = new ArrayList<String>();
        for (var usage : table.shown()) {
            all.add(usage.summary());
            usage.operands().forEach(operand -> all.add(operand.summary()));
            usage.options().forEach(option -> all.add(option.summary()));
        }
        for (var text : all) if (!words.has(text)) missing.add(text);
        assertThat(missing.size()).as("add them to help.zh.txt: %s", missing).isLessThanOrEqualTo(MOST_UNTRANSLATED);
        assertThat(words.texts().values()).allMatch(text -> !text.isBlank());
    }
}
