package dev.pawl.http;

import java.net.URI;
import java.util.Locale;

/// Where a URL leads: connections to one origin may be used again.
record Origin(boolean secure, String host, int port) {
    static Origin of(URI url) {
        var scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        var secure = scheme.equals("https");
        if (!secure && !scheme.equals("http")) throw new IllegalArgumentException("neither http nor https: " + url);
        var host = url.getHost();
        if (host == null) throw new IllegalArgumentException("no host in " + url);
        if (host.startsWith("[")) host = host.substring(1, host.length() - 1);
        var standard = secure ? 443 : 80;
        return new Origin(secure, host, url.getPort() < 0 ? standard : url.getPort());
    }

    /// The value of the `host` header.
    String authority() {
        var name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return port == (secure ? 443 : 80) ? name : name + ":" + port;
    }
}
