package dev.pawl.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which proxy leads where, as the usual variables say: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`
/// and `NO_PROXY`, in capitals or not. This machine itself is always reached directly.
public final class Proxies {
    public static final Proxies NONE = new Proxies(Map.of());

    private final Map<String, String> variables;

    /// @param variables of the environment
    public Proxies(Map<String, String> variables) {
        this.variables = variables.entrySet().stream()
                .filter(each -> each.getKey().toLowerCase(Locale.ROOT).endsWith("_proxy"))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// The proxy for a server.
    ///
    /// @throws IOException for one that cannot be used; its password is in no message
    Optional<Proxy> to(Origin origin) throws IOException {
        var names = origin.secure()
                ? List.of("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
                : List.of("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY");
        var name = names.stream().filter(each -> !value(each).isEmpty()).findFirst();
        if (name.isEmpty() || isDirect(origin)) return Optional.empty();
        return Optional.of(proxy(name.get(), value(name.get())));
    }

    /// Why nothing can be sent there, if the proxy for it cannot be used.
    public Optional<String> problem(URI url) {
        try {
            to(Origin.of(url));
            return Optional.empty();
        } catch (IOException unusable) {
            return Optional.of(String.valueOf(unusable.getMessage()));
        }
    }

    /// One for everything that speaks another protocol was meant for others.
    private String value(String name) {
        var value = variables.getOrDefault(name, "").strip();
        var isForAll = name.equalsIgnoreCase("all_proxy");
        return isForAll && value.contains("://") && !value.regionMatches(true, 0, "http://", 0, 7) ? "" : value;
    }

    private static Proxy proxy(String name, String value) throws IOException {
        try {
            var url = new URI(value.contains("://") ? value : "http://" + value);
            if (url.getScheme().equalsIgnoreCase("http") && url.getHost() != null) {
                var user = Optional.ofNullable(url.getUserInfo()).orElse("");
                return new Proxy(url.getHost(), url.getPort() < 0 ? 80 : url.getPort(), user);
            }
        } catch (URISyntaxException notOne) {
            // Said below, without the password that may be in it.
        }
        throw new IOException(name + " names a proxy that cannot be used: write it as http://HOST:PORT");
    }

    private boolean isDirect(Origin origin) {
        var host = origin.host().toLowerCase(Locale.ROOT);
        if (host.equals("localhost")
                || literal(host).filter(InetAddress::isLoopbackAddress).isPresent()) return true;
        return Stream.of("no_proxy", "NO_PROXY")
                .flatMap(name -> Stream.of(value(name).split("[,\\s]+")))
                .anyMatch(entry -> matches(entry.toLowerCase(Locale.ROOT), host, origin.port()));
    }

    /// A name with all below it, an address, or a net (`10.0.0.0/8`); a port may follow a name.
    private static boolean matches(String entry, String host, int port) {
        if (entry.isEmpty()) return false;
        if (entry.equals("*") || entry.equals(host)) return true;
        if (entry.contains("/")) return isInNet(host, entry);
        var colon = entry.lastIndexOf(':');
        if (colon > 0 && entry.indexOf(':') == colon) {
            if (!entry.substring(colon + 1).equals(Integer.toString(port))) return false;
            return matches(entry.substring(0, colon), host, port);
        }
        var name = entry.startsWith("*.") ? entry.substring(2) : entry.startsWith(".") ? entry.substring(1) : entry;
        return host.equals(name) || host.endsWith("." + name);
    }

    private static boolean isInNet(String host, String net) {
        var slash = net.indexOf('/');
        var address = literal(host).map(InetAddress::getAddress);
        var begin = literal(net.substring(0, slash)).map(InetAddress::getAddress);
        if (address.isEmpty() || begin.isEmpty() || address.get().length != begin.get().length) return false;
        try {
            var bits = Integer.parseInt(net.substring(slash + 1));
            for (var i = 0; i < Math.min(bits, address.get().length * 8); i++) {
                var mask = 0x80 >> i % 8;
                if ((address.get()[i / 8] & mask) != (begin.get()[i / 8] & mask)) return false;
            }
            return true;
        } catch (NumberFormatException notNumber) {
            return false;
        }
    }

    /// The address that is written there; no name is looked up.
    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException name) {
            return Optional.empty();
        }
    }
}
