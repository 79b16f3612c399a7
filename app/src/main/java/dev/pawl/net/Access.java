package dev.pawl.net;

import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Which requests may come in, judged before anything else is done with them.
///
/// A web page can send requests to this machine's ports (its `Origin` tells) and can give its own
/// name this machine's address (its `Host` tells); any user and any confined command with a network
/// can reach the port (they lack the token).
///
/// @param hosts   the names the server may be called by; none when it has no name, as a file
/// @param origins the pages that may call it: its own, or none
public record Access(Set<String> hosts, Set<String> origins) {
    public Access {
        hosts = Set.copyOf(hosts);
        origins = Set.copyOf(origins);
    }

    /// Of a port without a page.
    public static Access ofPort(InetSocketAddress bound) {
        return new Access(names(bound, bound.getPort() == 80), Set.of());
    }

    /// Of a socket file: it has no name, and the folder's rights and the system's word on who
    /// connects are the token.
    public static Access ofFile() {
        return new Access(Set.of(), Set.of());
    }

    /// Of a port with a page of its own.
    ///
    /// @param scheme `http` or `https`
    /// @param more   further names of this machine that users call it by
    public static Access ofPage(InetSocketAddress bound, String scheme, List<String> more) {
        var isUsual = bound.getPort() == (scheme.equals("https") ? 443 : 80);
        var hosts = new LinkedHashSet<>(names(bound, isUsual));
        for (var name : more) {
            hosts.add(name.toLowerCase(Locale.ROOT) + ":" + bound.getPort());
            if (isUsual) hosts.add(name.toLowerCase(Locale.ROOT));
        }
        var origins = new LinkedHashSet<String>();
        for (var host : hosts) origins.add(scheme + "://" + host);
        return new Access(hosts, origins);
    }

    /// @param isUsual whether the port need not be named
    private static Set<String> names(InetSocketAddress bound, boolean isUsual) {
        var names = new LinkedHashSet<String>();
        for (var host : List.of("127.0.0.1", "localhost", "[::1]", literal(bound))) {
            names.add(host + ":" + bound.getPort());
            if (isUsual) names.add(host);
        }
        return names;
    }

    private static String literal(InetSocketAddress bound) {
        var address = bound.getAddress().getHostAddress().toLowerCase(Locale.ROOT);
        return address.indexOf(':') < 0 ? address : "[" + address + "]";
    }

    /// @throws HttpRefusal when the request names another server, or comes from another page
    public void check(HttpCall call) {
        check(call.header("Host"), call.header("Origin"));
    }

    void check(Optional<String> host, Optional<String> origin) {
        if (!hosts.isEmpty()) {
            var isOurs = host.filter(name -> hosts.contains(name.toLowerCase(Locale.ROOT)))
                    .isPresent();
            if (!isOurs) throw new HttpRefusal(403, "the Host is none of this server\n");
        }
        if (origin.isPresent() && !origins.contains(origin.get())) {
            throw new HttpRefusal(403, "requests with this Origin are refused\n");
        }
    }
}
