package dev.pawl.app;

import dev.pawl.cli.UsageError;
import dev.pawl.provider.ApiKey;
import dev.pawl.provider.ProviderSettings;
import dev.pawl.provider.WireApi;
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
final class ProviderChoice {
    private static final String OPENAI = "https://api.openai.com/v1";

    private final Settings settings;
    private final Environment environment;
    private final KeyFile kept;
    private volatile @Nullable String openAiKey;

    /// @param kept the key that a client gave, used where the environment has none
    ProviderChoice(Settings settings, Environment environment, KeyFile kept) {
        this.settings = settings;
        this.environment = environment;
        this.kept = kept;
    }

    /// Whether a provider is used with a key of OpenAI's.
    boolean needsOpenAiKey(String id) {
        var path = "model_providers." + id + ".";
        if (settings.text(path + "env_key").isPresent()
                || settings.text(path + "experimental_bearer_token").isPresent()) return false;
        return id.equals("openai") || settings.isOn(path + "requires_openai_auth");
    }

    boolean hasOpenAiKey() {
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

    ProviderSettings of(String id) {
        var path = "model_providers." + id + ".";
        var url = settings.text(path + "base_url");
        if (url.isEmpty() && !id.equals("openai")) {
            throw new UsageError("the provider " + id + " has no address\n  set " + path
                    + "base_url in config.toml, or choose another one with -c model_provider=NAME");
        }
        var base = url.or(() -> settings.text("openai_base_url")).orElse(OPENAI);
        var wire = WireApi.valueOf(
                settings.text(path + "wire_api").orElse("responses").toUpperCase(Locale.ROOT));
        if (wire != WireApi.SCRIPTED) {
            checkAddress(base, url.isPresent() ? path + "base_url" : "openai_base_url");
            environment.proxies().problem(URI.create(base)).ifPresent(why -> {
                throw new UsageError(why);
            });
        }
        var endpoint =
                new ProviderSettings.Endpoint(base, key(path, id), headers(path), query(path), environment.proxies());
        return new ProviderSettings(id, settings.text(path + "name").orElse(id), wire, endpoint, patience(path));
    }

    /// Whether all providers are set up as the other one says.
    boolean hasSame(ProviderChoice other) {
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
        var named = settings.text(path + "env_key");
        if (named.isPresent()) {
            return () -> environment
                    .get(named.get())
                    .orElseThrow(() -> new UsageError(
                            "the key of provider " + id + " is missing\n  export " + named.get() + "=…"));
        }
        var token = settings.text(path + "experimental_bearer_token");
        if (token.isPresent()) return ApiKey.of(token.get());
        // The user's key of one server is not another server's business.
        if (!needsOpenAiKey(id)) return ApiKey.NONE;
        var own = openAiKey();
        if (own.isPresent()) return ApiKey.of(own.get());
        return () -> {
            throw new UsageError("no key for the model's server\n  export OPENAI_API_KEY=…, or name another provider"
                    + " in config.toml");
        };
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

    private ProviderSettings.Patience patience(String path) {
        var usual = ProviderSettings.Patience.USUAL;
        return new ProviderSettings.Patience(
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
