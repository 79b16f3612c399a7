package dev.pawl.provider;

import dev.pawl.http.HttpLink;
import dev.pawl.http.Request;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.provider.anthropic.AnthropicDialect;
import dev.pawl.provider.dialect.Address;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.OpenAiErrors;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;

/// The models that a provider's server names.
public final class ModelListing {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int LARGEST = 8 << 20;

    private ModelListing() {}

    /// Their names, sorted; empty when the server keeps no list. Throws [ModelFailure] when it
    /// cannot be reached or refuses.
    public static List<String> of(ProviderSettings settings) {
        var address = new Address(settings.endpoint(), "/models");
        var headers = new LinkedHashMap<String, String>();
        headers.put("accept", "application/json");
        if (settings.wireApi() == WireApi.ANTHROPIC) {
            headers.put("anthropic-version", AnthropicDialect.VERSION);
            if (!address.key().isEmpty()) headers.put("x-api-key", address.key());
        } else headers.putAll(address.bearer());
        headers.putAll(settings.endpoint().headers());
        var request = new Request("GET", address.url(), headers, "");
        try (var link = new HttpLink(settings.endpoint().proxies());
                var reply = link.send(request, PATIENCE)) {
            var body = reply.text(LARGEST);
            if (reply.head().status() == 404) return List.of();
            if (reply.head().status() / 100 != 2) throw OpenAiErrors.refusal(request, reply.head(), body);
            return names(Json.parse(body));
        } catch (IOException broken) {
            throw Failures.unreachable(request.shownUrl(), broken);
        } catch (BadJson page) {
            throw Failures.notAnAnswer("");
        }
    }

    private static List<String> names(Json body) {
        var list = body.at("data") instanceof Json.Arr ? body.at("data") : body.at("models");
        if (!(list instanceof Json.Arr(var models))) return List.of();
        return models.stream()
                .map(model -> model.text("id", model.text("name", "")))
                .filter(name -> !name.isEmpty())
                .sorted()
                .distinct()
                .toList();
    }
}
