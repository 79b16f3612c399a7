package dev.pawl.setup;

import dev.pawl.agent.ModelFailure;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.TroubleText;
import dev.pawl.cli.UsageError;
import dev.pawl.config.Environment;
import dev.pawl.config.PawlHome;
import dev.pawl.config.ProviderPreset;
import dev.pawl.config.SettingsFile;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.resource.FileTrouble;
import dev.pawl.toml.TomlError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// `pawl setup`: chooses a provider and a model, keeps the key, tries both, and writes
/// `config.toml`.
public record SetupCommand(Console console, Function<Arguments, PawlHome> homes, Environment environment, Stdin stdin)
        implements Subcommand {
    private static final int MOST_MODELS = 30;
    private static final int MOST_KEYS = 3;

    @Override
    public CommandUsage usage() {
        var names = new ArrayList<>(
                ProviderPreset.ALL.stream().map(ProviderPreset::id).toList());
        names.add(ProviderPreset.OTHER);
        return CommandUsage.of("setup", "choose a provider and a model, keep the key, and try them")
                .with(
                        Option.value("--provider", "NAME", "the provider, without asking")
                                .choice(names.toArray(String[]::new)),
                        Option.value("--model", "MODEL", "the model, without asking")
                                .or("-m"),
                        Option.value("--base-url", "URL", "the server's address, where it is not the usual one"),
                        Option.value("--wire-api", "API", "what another server speaks")
                                .choice("responses", "chat", "anthropic"),
                        Option.value("--key-env", "VARIABLE", "the variable that holds the key"),
                        Option.flag(
                                "--key-stdin", "read the key from stdin and keep it in a file that only you can read"),
                        Option.flag("--no-test", "write the settings without a test call"))
                .example("pawl setup")
                .example("pawl setup --provider deepseek --model deepseek-chat")
                .example("pawl setup --provider other --base-url http://127.0.0.1:8000/v1 --model qwen3-coder");
    }

    @Override
    public int run(Arguments arguments) {
        var home = homes.apply(arguments);
        if (!home.configuration().equals(home.files()))
            throw new UsageError(
                    console.say(Text.SETUP_NOT_OURS, home.configFile().toString()));
        var input = new SetupInput(console, stdin);
        var keys = new KeyFile(home.files());
        var choice = choose(arguments, input);
        choice = withKey(choice, arguments, input, keys);
        var models = models(choice, input, arguments);
        if (models.isPresent()) choice = models.get().choice();
        var model = model(arguments, input, choice, models.map(Found::models).orElse(List.of()));
        if (!arguments.has("--no-test") && !passes(choice, model) && !agrees(input)) {
            console.note(console.say(Text.SETUP_NOTHING_WRITTEN));
            return ExitCode.FAILED;
        }
        keep(choice, keys, home, model);
        return ExitCode.OK;
    }

    /// Which models the choice has; the key may be another by now.
    private record Found(ProviderChoice choice, List<String> models) {}

    private ProviderChoice choose(Arguments arguments, SetupInput input) {
        var id = arguments.value("--provider").orElseGet(() -> askProvider(input));
        var preset = ProviderPreset.of(id);
        var url = arguments
                .value("--base-url")
                .or(() -> preset.flatMap(known -> environment.get(known.addressVariable())))
                .or(() -> preset.filter(known -> !known.needsAddress()).map(ProviderPreset::baseUrl))
                .orElseGet(() -> ask(input, Text.SETUP_ADDRESS, "", "--base-url"));
        var wire = arguments
                .value("--wire-api")
                .or(() -> preset.map(ProviderPreset::wireApi))
                .orElse("chat");
        var name = preset.map(ProviderPreset::name).orElse(url);
        var own = preset.map(ProviderPreset::id).orElse("custom");
        var variable = arguments
                .value("--key-env")
                .or(() -> preset.map(ProviderPreset::keyVariable))
                .orElse("");
        return new ProviderChoice(own, name, url, wire, variable, "");
    }

    private String askProvider(SetupInput input) {
        console.plain(console.say(Text.SETUP_WHICH));
        for (var i = 0; i < ProviderPreset.ALL.size(); i++) {
            var preset = ProviderPreset.ALL.get(i);
            var isSet = !preset.keyVariable().isEmpty()
                    && environment.get(preset.keyVariable()).isPresent();
            var note = isSet
                    ? console.say(Text.SETUP_KEY_FOUND, preset.keyVariable())
                    : preset.keyVariable().isEmpty() ? console.say(Text.SETUP_LOCAL) : "";
            console.plain(String.format(Locale.ROOT, "  %d  %-18s %s", i + 1, preset.name(), note)
                    .stripTrailing());
        }
        console.plain("  " + (ProviderPreset.ALL.size() + 1) + "  " + console.say(Text.SETUP_OTHER));
        for (var tries = 0; tries < 5; tries++) {
            var typed = ask(input, Text.SETUP_NUMBER, "1", "--provider");
            if (ProviderPreset.of(typed).isPresent() || typed.equals(ProviderPreset.OTHER)) return typed;
            var number = typed.matches("[1-9]") ? Integer.parseInt(typed) : 0;
            if (number >= 1 && number <= ProviderPreset.ALL.size())
                return ProviderPreset.ALL.get(number - 1).id();
            if (number == ProviderPreset.ALL.size() + 1) return ProviderPreset.OTHER;
        }
        throw new UsageError(console.say(Text.SETUP_NEEDS, "--provider"));
    }

    /// Without a person the option must be given.
    private String ask(SetupInput input, Text question, String usual, String option) {
        if (input.isTerminal()) {
            var typed = input.line(console.say(question), usual).filter(text -> !text.isBlank());
            if (typed.isPresent()) return typed.get();
        }
        throw new UsageError(console.say(Text.SETUP_NEEDS, option));
    }

    private ProviderChoice withKey(ProviderChoice choice, Arguments arguments, SetupInput input, KeyFile keys) {
        if (arguments.has("--key-stdin")) return choice.withKey(input.read().orElse(""));
        var known = choice.variable().isEmpty() ? Optional.<String>empty() : environment.get(choice.variable());
        if (known.isPresent()) {
            console.plain(console.say(Text.SETUP_KEY_USED, choice.variable()));
            return choice.withKey(known.get());
        }
        var kept = keys.of(choice.id()).read();
        if (kept.isPresent()) {
            console.plain(
                    console.say(Text.SETUP_KEY_USED, keys.of(choice.id()).file().toString()));
            return choice.withKey(kept.get());
        }
        var isLocal =
                choice.variable().isEmpty() && ProviderPreset.of(choice.id()).isPresent();
        if (isLocal || !input.isTerminal()) return choice;
        return choice.withKey(askKey(choice, input, keys));
    }

    private String askKey(ProviderChoice choice, SetupInput input, KeyFile keys) {
        var where = keys.of(choice.id()).file().toString();
        return input.secret(console.say(Text.SETUP_KEY, where)).orElse("");
    }

    /// Empty when the server names none, or cannot be asked.
    private Optional<Found> models(ProviderChoice first, SetupInput input, Arguments arguments) {
        var choice = first;
        for (var tries = 1; ; tries++) {
            try {
                return Optional.of(new Found(choice, choice.models(environment.proxies())));
            } catch (ModelFailure failure) {
                say(failure);
                var again = failure.kind() == ModelFailure.Kind.UNAUTHORIZED
                        && input.isTerminal()
                        && !arguments.has("--key-stdin")
                        && tries < MOST_KEYS;
                if (!again) return Optional.empty();
                choice = choice.withKey(
                        input.secret(console.say(Text.SETUP_KEY_AGAIN)).orElse(""));
            }
        }
    }

    private String model(Arguments arguments, SetupInput input, ProviderChoice choice, List<String> models) {
        var given = arguments.value("--model");
        if (given.isPresent()) return given.get();
        var preset = ProviderPreset.of(choice.id()).map(ProviderPreset::model).orElse("");
        var usual = models.isEmpty() || models.contains(preset) ? preset : "";
        if (!input.isTerminal() && !usual.isEmpty()) return usual;
        for (var i = 0; i < Math.min(models.size(), MOST_MODELS); i++)
            console.plain(String.format(Locale.ROOT, "  %2d  %s", i + 1, models.get(i)));
        if (models.size() > MOST_MODELS)
            console.plain("      " + console.say(Text.SETUP_MORE, String.valueOf(models.size() - MOST_MODELS)));
        var typed = ask(input, Text.SETUP_MODEL, usual, "--model");
        var number = typed.matches("[0-9]{1,3}") ? Integer.parseInt(typed) : 0;
        return number >= 1 && number <= models.size() ? models.get(number - 1) : typed;
    }

    private boolean passes(ProviderChoice choice, String model) {
        var began = System.nanoTime();
        try {
            choice.test(model, environment.proxies());
            var millis = (System.nanoTime() - began) / 1_000_000;
            console.plain(console.say(Text.SETUP_TESTED, model, String.valueOf(millis)));
            return true;
        } catch (ModelFailure failure) {
            say(failure);
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void say(ModelFailure failure) {
        var kind = failure.kind().name().toLowerCase(Locale.ROOT);
        var words = String.valueOf(failure.getMessage());
        console.note(TroubleText.of(console.messages(), kind, words)
                .map(known -> known.happened() + "\n  " + known.remedy())
                .orElse(words));
    }

    private boolean agrees(SetupInput input) {
        if (!input.isTerminal()) return false;
        return input.line(console.say(Text.SETUP_ALL_THE_SAME), "")
                .filter(word -> word.toLowerCase(Locale.ROOT).startsWith("y"))
                .isPresent();
    }

    private void keep(ProviderChoice chosen, KeyFile keys, PawlHome home, String model) {
        var isKept = !chosen.key().isEmpty()
                && (chosen.variable().isEmpty()
                        || environment.get(chosen.variable()).isEmpty());
        // The variable is where a turn looks first, and then in the file.
        var needsName = isKept && chosen.variable().isEmpty();
        var choice = needsName
                ? new ProviderChoice(
                        chosen.id(), chosen.name(), chosen.baseUrl(), chosen.wireApi(), "PAWL_CUSTOM_KEY", chosen.key())
                : chosen;
        try {
            if (isKept) keys.of(choice.id()).write(choice.key());
            SettingsFile.replace(home.configFile(), text -> choice.written(text, model));
        } catch (TomlError wrong) {
            throw new UsageError(console.say(
                    Text.CONFIG_SYNTAX,
                    home.configFile().toString(),
                    String.valueOf(wrong.line()),
                    "1",
                    wrong.reason()));
        } catch (IOException cannot) {
            throw new UsageError(
                    console.say(Text.CONFIG_UNREADABLE, home.configFile().toString(), FileTrouble.of(cannot)));
        }
        if (isKept)
            console.note(
                    console.say(Text.SETUP_KEY_KEPT, keys.of(choice.id()).file().toString()));
        console.note(console.say(
                Text.SETUP_WRITTEN, model, choice.name(), home.configFile().toString()));
    }
}
