package dev.pawl.http;

import java.net.URI;
import java.util.Map;

/// A request, mostly a POST of JSON. The names of headers are in lower case; the link adds those
/// the protocol needs.
public record Request(String method, URI url, Map<String, String> headers, String body) {
    public Request {
        headers = Map.copyOf(headers);
    }

    public Request(URI url, Map<String, String> headers, String body) {
        this("POST", url, headers, body);
    }

    /// The URL without its query, which may hold a secret: for messages.
    public String shownUrl() {
        var text = url.toString();
        var query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }
}
