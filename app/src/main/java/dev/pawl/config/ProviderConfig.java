package dev.pawl.config;

import dev.pawl.cli.UsageError;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.toml.TomlValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The provider that the settings name, with its key from the environment.
public final class ProviderConfig {
    private final Settings settings;
    private final Environment environment;
    private final KeyFile kept;
    private volatile @Nullable String openAiKey;

    /// @param kept the key that a client gave, used where the environment has none
    public ProviderConfig(Settings settings, Environment environment, KeyFile kept) {
        this.settings = settings;
        this.environment = environment;
        this.kept = kept;
    }

    /// Whether a provider is used with a key of OpenAI's.
    public boolean needsOpenAiKey(String id) {
        var path = "model_providers." + id + ".";
        if (settings.text(path + "env_key").isPresent()
                || settings.text(path + "experimental_bearer_token").isPresent()) return false;
        return id.equals("openai") || settings.isOn(path + "requires_openai_auth");
    }

    public boolean hasOpenAiKey() {
        return openAiKey().isPresent();
    }

    /// As it was when it was first asked for: a key that changes is another choice's.
    private Optional<String> openAiKey() {
        var known = openAiKey;
        if (known == null) {
            known = environment
                    .get("CODEX_API_KEY")
                    .or(() -> environment.get("OPENAI_API_KEY"))
                    .or(kept::read)
                    .orElse("");
            openAiKey = known;
        }
        return known.isEmpty() ? Optional.empty() : Optional.of(known);
    }

    public ProviderSettings of(String id) {
        var path = "model_providers." + id + ".";
        var preset = ProviderPreset.of(id);
        var url = settings.text(path + "base_url").or(() -> address(id, preset));
        if (url.isEmpty() && preset.isEmpty()) {
            throw new UsageError("the provider " + id + " has no address\n  set " + path
                    + "base_url in config.toml, or choose another one with -c model_provider=NAME");
        }
        var base = url.or(() -> preset.map(ProviderPreset::baseUrl)).orElseThrow();
        if (base.contains("YOUR-")) {
            throw new UsageError(
                    "the provider " + id + " needs the address of your own resource\n  pawl setup --provider " + id
                            + " --base-url URL, or set " + path + "base_url in config.toml");
        }
        var wire = WireApi.valueOf(settings.text(path + "wire_api")
                .or(() -> preset.map(ProviderPreset::wireApi))
                .orElse("responses")
                .toUpperCase(Locale.ROOT));
        if (wire != WireApi.SCRIPTED) {
            checkAddress(base, addressSource(path, preset));
            environment.proxies().problem(URI.create(base)).ifPresent(why -> {
                throw new UsageError(why);
            });
        }
        var endpoint =
                new ProviderSettings.Endpoint(base, key(path, id), headers(path), query(path), environment.proxies());
        var name = settings.text(path + "name")
                .or(() -> preset.map(ProviderPreset::name))
                .orElse(id);
        return new ProviderSettings(id, name, wire, endpoint, patience(path));
    }

    /// An address that holds for a preset alone: Codex's setting for OpenAI's, else its variable.
    private Optional<String> address(String id, Optional<ProviderPreset> preset) {
        var setting = id.equals("openai") ? settings.text("openai_base_url") : Optional.<String>empty();
        return setting.or(() -> preset.flatMap(known -> environment.get(known.addressVariable())))
                .filter(text -> !text.isBlank());
    }

    /// Where the address stands, for a message about it.
    private String addressSource(String path, Optional<ProviderPreset> preset) {
        if (settings.text(path + "base_url").isPresent() || preset.isEmpty()) return path + "base_url";
        if (preset.get().id().equals("openai")
                && settings.text("openai_base_url").isPresent()) return "openai_base_url";
        return preset.get().addressVariable();
    }

    /// Whether all providers are set up as the other one says.
    public boolean hasSame(ProviderConfig other) {
        return said().equals(other.said()) && openAiKey().equals(other.openAiKey());
    }

    private Map<String, TomlValue> said() {
        return settings.all().stream()
                .filter(setting -> setting.path().getFirst().equals("model_providers")
                        || setting.key().equals("openai_base_url"))
                .collect(Collectors.toMap(Setting::key, Setting::value));
    }

    private static void checkAddress(String address, String setting) {
        try {
            var uri = new URI(address);
            var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) return;
        } catch (URISyntaxException notOne) {
            // Said below.
        }
        throw new UsageError(setting + " is \"" + address + "\", which is no address of a server\n"
                + "  write it with its scheme and host, as in " + setting + " = \"http://localhost:11434/v1\"");
    }

    private ApiKey key(String path, String id) {
        var named = settings.text(path + "env_key").or(() -> keyVariable(path, id));
        if (named.isPresent()) {
            var hint = settings.text(path + "env_key_instructions");
            return () -> environment
                    .get(named.get())
                    .or(() -> kept.of(id).read())
                    .orElseThrow(() -> UsageError.needingSetup("the key of provider " + id
                            + " is missing\n  pawl setup, or export " + named.get() + "=…"
                            + hint.map(text -> "\n  " + text).orElse("")));
        }
        var token = settings.text(path + "experimental_bearer_token");
        if (token.isPresent()) return ApiKey.of(token.get());
        // The user's key of one server is not another server's business.
        if (!needsOpenAiKey(id)) return ApiKey.NONE;
        var own = openAiKey();
        if (own.isPresent()) return ApiKey.of(own.get());
        return () -> {
            throw UsageError.needingSetup("no key for the model's server\n  pawl setup, or export OPENAI_API_KEY=…");
        };
    }

    /// The variable of a preset's key; not where the settings name another server or another key.
    private Optional<String> keyVariable(String path, String id) {
        var isOwn = settings.text(path + "base_url").isPresent()
                || settings.text(path + "experimental_bearer_token").isPresent();
        if (isOwn || id.equals("openai")) return Optional.empty();
        return ProviderPreset.of(id).map(ProviderPreset::keyVariable).filter(name -> !name.isEmpty());
    }

    private Map<String, String> headers(String path) {
        var headers = new LinkedHashMap<>(settings.textsUnder(path + "http_headers."));
        environment.get("CODEX_INTERNAL_ORIGINATOR_OVERRIDE").ifPresent(name -> headers.put("originator", name));
        settings.textsUnder(path + "env_http_headers.")
                .forEach(
                        (header, variable) -> environment.get(variable).ifPresent(value -> headers.put(header, value)));
        return headers;
    }

    private Map<String, String> query(String path) {
        return settings.textsUnder(path + "query_params.");
    }

    private ProviderSettings.RetryPolicy patience(String path) {
        var usual = ProviderSettings.RetryPolicy.USUAL;
        return new ProviderSettings.RetryPolicy(
                retries(path + "request_max_retries", usual.requestRetries()),
                retries(path + "stream_max_retries", usual.streamRetries()),
                Duration.ofMillis(settings.whole(
                        path + "stream_idle_timeout_ms", usual.streamIdle().toMillis())),
                usual.retryBase());
    }

    private int retries(String setting, int usual) {
        var number = settings.whole(setting, usual);
        if (number < 0) throw new UsageError(setting + " is " + number + ": it must be 0 or more");
        return (int) Math.min(number, Integer.MAX_VALUE);
    }
}
