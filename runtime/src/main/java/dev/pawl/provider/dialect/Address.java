package dev.pawl.provider.dialect;

import dev.pawl.agent.Prompt;
import dev.pawl.provider.dialect.ProviderSettings.Endpoint;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A provider's URL for one kind of request, and the headers all of its requests carry.
public final class Address {
    private static final String PRODUCT = "pawl_exec";

    private final URI url;
    private final Endpoint endpoint;

    public Address(Endpoint endpoint, String path) {
        this.endpoint = endpoint;
        var base = endpoint.baseUrl();
        while (base.endsWith("/")) base = base.substring(0, base.length() - 1);
        var text = new StringBuilder(base).append(path);
        var mark = base.indexOf('?') < 0 ? '?' : '&';
        for (var each : new TreeMap<>(endpoint.query()).entrySet()) {
            text.append(mark).append(encoded(each.getKey())).append('=').append(encoded(each.getValue()));
            mark = '&';
        }
        url = URI.create(text.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public URI url() {
        return url;
    }

    public String key() {
        return endpoint.key().value();
    }

    /// What every request carries; the settings' own headers win over them.
    public Map<String, String> headers(Prompt prompt, Map<String, String> more) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("content-type", "application/json");
        headers.put("accept", "text/event-stream");
        headers.put("originator", PRODUCT);
        headers.put("user-agent", PRODUCT + "/0.1.0");
        headers.put("session-id", prompt.thread().value());
        headers.put("thread-id", prompt.thread().value());
        headers.put("x-client-request-id", prompt.thread().value());
        headers.putAll(more);
        endpoint.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        return headers;
    }

    /// The key as most servers want it.
    public Map<String, String> bearer() {
        return key().isEmpty() ? Map.of() : Map.of("authorization", "Bearer " + key());
    }
}
