package dev.pawl.net;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The user at the other end of a connection from this machine, as the kernel lists its sockets.
/// A token or a cookie that another user has come by opens nothing from that user's processes.
final class PeerUser {
    private static final long OWN = own();

    private PeerUser() {}

    /// Whether the kernel says that the connection is another user's, and not root's. What it does
    /// not list is not known to be.
    static boolean isAnother(InetSocketAddress remote, InetSocketAddress local) {
        if (OWN < 0 || !remote.getAddress().isLoopbackAddress()) return false;
        var user = user(remote, local);
        return user.isPresent() && user.get() != OWN && user.get() != 0;
    }

    /// Looks for the socket whose own end is `remote` and whose other end is `local`.
    private static Optional<Long> user(InetSocketAddress remote, InetSocketAddress local) {
        var wanted = end(remote) + " " + end(local);
        var tables = remote.getAddress() instanceof Inet4Address
                ? List.of("/proc/net/tcp", "/proc/net/tcp6")
                : List.of("/proc/net/tcp6");
        for (var table : tables) {
            try (var lines = Files.lines(Path.of(table))) {
                var found = lines.map(line -> line.strip().split("\\s+"))
                        .filter(words -> words.length > 7 && isSame(words[1] + " " + words[2], wanted))
                        .findFirst();
                if (found.isPresent()) return Optional.of(Long.parseLong(found.get()[7]));
            } catch (IOException | NumberFormatException notListed) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(String listed, String wanted) {
        return listed.equals(wanted)
                || listed.replace("0000000000000000FFFF0000", "").equals(wanted);
    }

    /// As the kernel prints it: four bytes each in the machine's order, then the port.
    private static String end(InetSocketAddress address) {
        var bytes = address.getAddress().getAddress();
        var text = new StringBuilder();
        for (var i = 0; i < bytes.length; i += 4) {
            var word = new byte[] {bytes[i + 3], bytes[i + 2], bytes[i + 1], bytes[i]};
            text.append(HexFormat.of().withUpperCase().formatHex(word));
        }
        return text + ":" + String.format(Locale.ROOT, "%04X", address.getPort());
    }

    private static long own() {
        try {
            return ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException notLinux) {
            return -1;
        }
    }
}
