package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Messages;
import dev.pawl.config.command.SettingGuide;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Writes `docs/reference/config.md` from the table of settings: a page that differs fails the
/// build. `make docs` (or `-Dpawl.docs.write=true`) writes it anew.
class SettingsPageTest {
    private static final String INTRODUCTION = """
            # Settings

            Every setting that Pawl reads, with its type, its default and an example. `pawl config keys` prints the same list,
            `pawl config show` prints the settings in force and where each comes from.

            Settings are read in this order, and each later one wins: defaults, `config.toml` in `PAWL_HOME` (or in `CODEX_HOME`),
            the profile, the `.pawl/config.toml` of a trusted project, `-c key=value`, options of the command. A key that Pawl does not
            know is reported and ignored; with `--strict-config` it is an error. A value of the wrong type is always an error.
            `*` in a key stands for a name of your own.

            This page is written by `make docs`; do not edit it.
            """;

    /// Where a heading begins: the first key of each part.
    private static final Map<String, String> PARTS = new LinkedHashMap<>(Map.of(
            "model", "The model",
            "approval_policy", "What commands may do",
            "mcp_servers.*.command", "MCP servers",
            "notify", "Hooks, skills, terminal",
            "pawl.store", "Store and workers",
            "pawl.workflow.verify.*", "Workflows",
            "pawl.limits.steps", "Bounds of turns, budgets, prices",
            "agents.enabled", "Agents that call agents",
            "pawl.lang", "Language"));

    @Test
    void thePageIsTheTable() throws IOException {
        var page = new ArrayList<>(INTRODUCTION.lines().toList());
        var guide = SettingGuide.in(Messages.Language.EN);
        for (var setting : KnownSettings.ALL) {
            var part = PARTS.get(setting.key());
            if (part != null) {
                page.addAll(List.of("", "## " + part, "", "| key | type | default | |", "|---|---|---|---|"));
            }
            page.add(row(setting, guide.of(setting)));
        }
        page.addAll(List.of("", "## Refused", ""));
        page.add("These are names of parts that are not built yet. Setting one is an error, not silence: "
                + String.join(", ", code(KnownSettings.notBuilt())) + ".");
        page.addAll(List.of("", "## Without effect", ""));
        page.add("Codex has these keys; a `config.toml` that both programs share may hold them, and Pawl ignores them: "
                + String.join(", ", code(KnownSettings.ofCodex())) + ", and all that begin with `experimental_`.");
        var path = Path.of(System.getProperty("pawl.root", ".."), "docs", "reference", "config.md");
        var text = String.join("\n", page) + "\n";
        if (Boolean.getBoolean("pawl.docs.write")) Files.writeString(path, text);
        assertThat(path).as("run `make docs` and look at the difference").hasContent(text);
    }

    private static List<String> code(List<String> keys) {
        return keys.stream().map(key -> "`" + key + "`").toList();
    }

    private static String row(KnownSetting setting, SettingGuide.Entry entry) {
        var type = setting.choices().isEmpty()
                ? switch (setting.kind()) {
                    case TEXT -> "string";
                    case WHOLE -> "whole number";
                    case DECIMAL -> "number";
                    case FLAG -> "true or false";
                    case LIST -> "list";
                    case ANY -> "any";
                }
                : "`" + String.join("` \\| `", setting.choices()) + "`";
        var usual = setting.usual().map(value -> "`" + value.toToml() + "`").orElse("");
        return "| `" + setting.key() + "` | " + type + " | " + usual + " | "
                + entry.about().replace("|", "\\|") + "<br>`" + entry.example().replace("|", "\\|") + "` |";
    }

    /// An example is a line that the file takes, of the right kind, about the key it stands under.
    @Test
    void everySettingIsDescribedInBothLanguagesAndItsExampleIsTaken() throws TomlError {
        var english = SettingGuide.in(Messages.Language.EN);
        var chinese = SettingGuide.in(Messages.Language.ZH);
        assertThat(english.entries().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        KnownSettings.ALL.stream().map(KnownSetting::key).toList());
        for (var setting : KnownSettings.ALL) {
            assertThat(chinese.of(setting).about()).as(setting.key()).matches("(?s).*[\u4e00-\u9fff].*");
            var line = english.of(setting).example();
            var equals = line.indexOf('=');
            assertThat(setting.matches(Toml.key(line.substring(0, equals))))
                    .as(line)
                    .isTrue();
            var value = Toml.value(line.substring(equals + 1));
            assertThat(setting.kind().takes(value)).as(line).isTrue();
        }
    }
}
