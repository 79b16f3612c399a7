package dev.pawl.appserver;

import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Which connections may come in: decided on a connection's first request, before the upgrade.
///
/// A web page can send requests to this machine's ports (its `Origin` tells) and can give its own
/// name this machine's address (its `Host` tells); any user and any confined command with a network
/// can reach the port (they lack the token).
///
/// @param hosts the names the server may be called by; none when it has no name, as a file
/// @param token what must come along; nothing where the system itself tells who connects
record Door(Set<String> hosts, Optional<BearerToken> token) {
    Door {
        hosts = Set.copyOf(hosts);
    }

    /// Why a request is turned away.
    record Refusal(String status, String header, String text) {}

    static Door ofPort(InetSocketAddress bound, BearerToken token) {
        var names = new LinkedHashSet<String>();
        for (var host : List.of("127.0.0.1", "localhost", "[::1]", literal(bound))) {
            names.add(host + ":" + bound.getPort());
            if (bound.getPort() == 80) names.add(host);
        }
        return new Door(names, Optional.of(token));
    }

    /// Of a socket file: the folder's rights and the system's word on who connects are the token.
    static Door ofFile() {
        return new Door(Set.of(), Optional.empty());
    }

    private static String literal(InetSocketAddress bound) {
        var address = bound.getAddress().getHostAddress().toLowerCase(Locale.ROOT);
        return address.indexOf(':') < 0 ? address : "[" + address + "]";
    }

    /// Nothing when the request may go on.
    Optional<Refusal> refuses(Handshake request) {
        if (request.header("origin").isPresent()) {
            return refusal("403 Forbidden", "requests with an Origin are refused\n");
        }
        if (!hosts.isEmpty() && !isCalledByName(request)) {
            return refusal("403 Forbidden", "the Host is none of this server\n");
        }
        if (request.isLook() || token.isEmpty()) return Optional.empty();
        if (token.get().isIn(request.header("authorization").orElse(""))) return Optional.empty();
        return Optional.of(new Refusal(
                "401 Unauthorized",
                "www-authenticate: Bearer\r\n",
                "a token is needed: Authorization: Bearer TOKEN; the server told at its start where it is\n"));
    }

    private boolean isCalledByName(Handshake request) {
        return request.header("host")
                .map(name -> hosts.contains(name.toLowerCase(Locale.ROOT)))
                .orElse(false);
    }

    private static Optional<Refusal> refusal(String status, String text) {
        return Optional.of(new Refusal(status, "", text));
    }
}
