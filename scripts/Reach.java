import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/// Reach URL PORT: does somebody answer at the host of a URL (at this port when it names none)?
/// Prints HOST:PORT; the exit code says. Run by services.sh for servers that the user names.
final class Reach {
    private static final int PATIENCE_MS = 5_000;

    private Reach() {}

    public static void main(String[] words) {
        var url = words[0].startsWith("jdbc:") ? words[0].substring("jdbc:".length()) : words[0];
        // Of several servers the first; passwords and options are not needed, and may be no URI.
        var server = url.replaceFirst("^[a-z]+://", "").replaceFirst("[/?,].*$", "").replaceFirst("^.*@", "");
        try (var socket = new Socket()) {
            var uri = new URI("tcp://" + server);
            var host = String.valueOf(uri.getHost());
            var port = uri.getPort() > 0 ? uri.getPort() : Integer.parseInt(words[1]);
            System.out.println(host + ":" + port);
            socket.connect(new InetSocketAddress(host, port), PATIENCE_MS);
        } catch (IOException | java.net.URISyntaxException | IllegalArgumentException silent) {
            System.exit(1);
        }
    }
}
