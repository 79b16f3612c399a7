package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessagesTest {
    @ParameterizedTest
    @EnumSource(Messages.Language.class)
    void everyLanguageHasEveryMessage(Messages.Language language) {
        assertThat(Messages.load(language).keySet()).isEqualTo(EnumSet.allOf(Text.class));
    }

    @Test
    void everyTranslationHasTheSameHoles() {
        var english = Messages.load(Messages.Language.EN);
        var chinese = Messages.load(Messages.Language.ZH);
        for (var text : Text.values()) {
            for (int hole = 0; hole < 5; hole++) {
                var mark = "{" + hole + "}";
                assertThat(String.valueOf(chinese.get(text)).contains(mark))
                        .as("%s in %s", mark, text)
                        .isEqualTo(String.valueOf(english.get(text)).contains(mark));
            }
        }
    }

    @Test
    void holesAreFilledWithoutReadingTheValues() {
        assertThat(new Messages(Messages.Language.EN).say(Text.UNKNOWN_OPTION, "{1}", "pawl"))
                .isEqualTo("pawl has no option {1}");
    }

    @ParameterizedTest
    @CsvSource({"zh,en_US.UTF-8,ZH", "en,zh_CN.UTF-8,EN", "'',zh_CN.UTF-8,ZH", "'',de_DE.UTF-8,EN", "'','',EN"})
    void pawlLangWinsOverTheLocale(String pawl, String locale, Messages.Language language) {
        var variables = Map.of("PAWL_LANG", pawl, "LANG", locale);
        assertThat(Messages.language(name -> variables.getOrDefault(name, ""))).isEqualTo(language);
    }
}
