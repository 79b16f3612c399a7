package dev.pawl.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// One request, and the ways to reply to it: exactly one of [#reply], [#stream] and [#upgrade].
/// Used by one thread.
public final class HttpCall {
    private static final Map<String, String> ALWAYS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "X-Frame-Options", "DENY",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cross-Origin-Opener-Policy", "same-origin");

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Connection connection;
    private boolean handedOver;

    /// What the server knows of the connection that a request came on.
    interface Connection {
        BooleanSupplier place();

        int mostBytes();

        void cut();

        void upgrade(HttpCall call, WebSocketListener listener) throws IOException;
    }

    HttpCall(Request request, Response response, Callback callback, Connection connection) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.connection = connection;
    }

    Request request() {
        return request;
    }

    Response response() {
        return response;
    }

    /// Of the whole exchange; whoever takes it completes it.
    Callback takeOver() {
        handedOver = true;
        return callback;
    }

    /// What it was taken for did not come about.
    void takeBack() {
        handedOver = false;
    }

    boolean isHandedOver() {
        return handedOver;
    }

    public String method() {
        return request.getMethod();
    }

    /// The path, decoded once and without `.` and `..`.
    public String path() {
        var path = request.getHttpURI().getDecodedPath();
        return path == null ? "/" : path;
    }

    public Optional<String> query(String name) {
        var values = Request.extractQueryParameters(request, UTF_8).getValuesOrEmpty(name);
        if (values.size() > 1) throw new HttpRefusal(400, "the parameter " + name + " comes twice\n");
        return values.stream().findFirst();
    }

    /// @throws HttpRefusal when the header comes twice: what decides must be one thing
    public Optional<String> header(String name) {
        var values = request.getHeaders().getValuesList(name);
        if (values.size() > 1) throw new HttpRefusal(400, "the header " + name + " comes twice\n");
        return values.stream().findFirst();
    }

    public boolean hasHeader(String name) {
        return request.getHeaders().contains(name);
    }

    public Optional<String> cookie(String name) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(cookie -> cookie.getValue())
                .findFirst();
    }

    public boolean isUpgrade() {
        return request.getHeaders().contains(HttpHeader.UPGRADE, "websocket");
    }

    /// The request's client has proved who it is.
    ///
    /// @throws HttpRefusal when all places are taken
    public void admit() {
        if (!connection.place().getAsBoolean()) throw new HttpRefusal(503, "too many clients: try again later\n");
    }

    /// The whole body; refused when it is larger than the server takes.
    public byte[] body() throws IOException {
        var most = connection.mostBytes();
        if (request.getLength() > most) throw tooLarge(most);
        try (var in = Content.Source.asInputStream(request)) {
            var bytes = in.readNBytes(most + 1);
            if (bytes.length > most) throw tooLarge(most);
            return bytes;
        }
    }

    private static HttpRefusal tooLarge(int most) {
        return new HttpRefusal(413, "a body has at most " + most + " bytes\n");
    }

    /// Sends a whole reply.
    public void reply(ServerReply reply) throws IOException {
        head(reply.status(), reply.type(), reply.headers());
        var bytes = method().equals("HEAD") ? new byte[0] : reply.body();
        if (!method().equals("HEAD")) response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        Content.Sink.write(response, true, ByteBuffer.wrap(bytes));
    }

    /// Begins a reply whose end is not known; each write is sent at once and blocks until the
    /// client has taken it.
    public OutputStream stream(String type) throws IOException {
        head(200, type, Map.of("X-Accel-Buffering", "no"));
        return Content.Sink.asOutputStream(response);
    }

    private void head(int status, String type, Map<String, String> headers) {
        response.setStatus(status);
        var fields = response.getHeaders();
        ALWAYS.forEach(fields::put);
        if (!type.isEmpty()) fields.put(HttpHeader.CONTENT_TYPE, type);
        fields.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.forEach((name, value) -> fields.put(new HttpField(name, value)));
    }

    /// Turns the connection into a WebSocket.
    ///
    /// @throws HttpRefusal when the request is no right handshake
    public void upgrade(WebSocketListener listener) throws IOException {
        connection.upgrade(this, listener);
    }

    /// Ends the connection at once, also while another thread writes to it.
    public void cut() {
        connection.cut();
    }
}
