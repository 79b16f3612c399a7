package dev.pawl.web;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.net.ListenAddress;
import dev.pawl.net.TlsFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the server listens, by its options; beyond this machine only with encryption, or when a
/// person says that it may be without.
///
/// @param name  how people call the host in links
/// @param names further names of this machine
record ServeAddress(ListenAddress.Port port, String name, List<String> names) {
    private static final String USUAL = "127.0.0.1:7717";

    ServeAddress {
        names = List.copyOf(names);
    }

    static ServeAddress of(Arguments arguments, Console console) {
        var text = arguments.value("--listen").orElse(USUAL);
        var colon = text.lastIndexOf(':');
        var host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[|\\]$", "");
        var unclear = new UsageError(console.say(Text.LISTEN_UNCLEAR, text));
        if (host.isEmpty() || !text.substring(colon + 1).matches("[0-9]{1,5}")) throw unclear;
        var port = Integer.parseInt(text.substring(colon + 1));
        if (port > 0xffff) throw unclear;
        try {
            var address = InetAddress.getByName(host);
            var tls = tls(arguments, console);
            if (!address.isLoopbackAddress() && tls.isEmpty() && !arguments.has("--insecure")) {
                throw new UsageError(console.say(Text.SERVE_NEEDS_TLS, text));
            }
            var socket = new InetSocketAddress(address, port);
            return new ServeAddress(
                    new ListenAddress.Port(socket, tls), shown(address, host), names(address, host, arguments));
        } catch (UnknownHostException noSuchHost) {
            throw unclear;
        }
    }

    private static Optional<TlsFiles> tls(Arguments arguments, Console console) {
        var certificate = arguments.value("--tls-cert");
        var key = arguments.value("--tls-key");
        if (certificate.isPresent() != key.isPresent()) throw new UsageError(console.say(Text.SERVE_TLS_BOTH));
        return certificate.map(file -> new TlsFiles(Path.of(file), Path.of(key.orElseThrow())));
    }

    private static String shown(InetAddress address, String host) {
        if (address.isAnyLocalAddress()) return localName().orElse("localhost");
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    /// All that a browser may call this machine when the server listens on all of its addresses.
    private static List<String> names(InetAddress address, String host, Arguments arguments) {
        var names = new ArrayList<>(arguments.values("--host"));
        names.add(shown(address, host));
        if (!address.isAnyLocalAddress()) return names;
        localName().ifPresent(names::add);
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(one -> one.getHostAddress().replaceAll("%.*", ""))
                    .forEach(one -> names.add(one.indexOf(':') < 0 ? one : "[" + one + "]"));
        } catch (SocketException unknown) {
            // --host names them.
        }
        return names;
    }

    private static Optional<String> localName() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException nameless) {
            return Optional.empty();
        }
    }

    String scheme() {
        return port.certificate().isPresent() ? "https" : "http";
    }

    boolean isOpen() {
        return !port.address().getAddress().isLoopbackAddress()
                && port.certificate().isEmpty();
    }

    String url(int bound) {
        return scheme() + "://" + name + ":" + bound + "/";
    }
}
