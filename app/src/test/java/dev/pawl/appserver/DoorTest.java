package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoorTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final byte[] SECRET = "a secret of at least thirty-two bytes".getBytes(UTF_8);

    private static Door door() throws IOException {
        var bound = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7718);
        return Door.ofPort(bound, BearerToken.Capability.of("the-right-token"));
    }

    private static Handshake request(String text) throws IOException {
        return Handshake.read(new ByteArrayInputStream((text.replace("|", "\r\n") + "\r\n\r\n").getBytes(UTF_8)));
    }

    private static String answer(Door door, String text) throws IOException {
        return door.refuses(request(text)).map(Door.Refusal::status).orElse("comes in");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Authorization: Bearer the-right-token,            comes in
            GET / HTTP/1.1|Host: LOCALHOST:7718|authorization: bearer the-right-token,            comes in
            GET / HTTP/1.1|Host: [::1]:7718|Authorization: Bearer the-right-token,                comes in
            GET / HTTP/1.1|Host: 127.0.0.1:7718,                                                  401 Unauthorized
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Authorization: Bearer the-right-tokem,            401 Unauthorized
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Authorization: Bearer,                            401 Unauthorized
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Authorization: Basic the-right-token,             401 Unauthorized
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Authorization: the-right-token,                   401 Unauthorized
            GET /?token=the-right-token HTTP/1.1|Host: 127.0.0.1:7718,                            401 Unauthorized
            GET / HTTP/1.1|Host: evil.example:7718|Authorization: Bearer the-right-token,         403 Forbidden
            GET / HTTP/1.1|Host: 127.0.0.1|Authorization: Bearer the-right-token,                 403 Forbidden
            GET / HTTP/1.1|Host: 127.0.0.1:7719|Authorization: Bearer the-right-token,            403 Forbidden
            GET / HTTP/1.1|Host: 127.0.0.1.evil.example:7718|Authorization: Bearer the-right-token, 403 Forbidden
            GET / HTTP/1.1|Host: localhost.:7718|Authorization: Bearer the-right-token,           403 Forbidden
            GET / HTTP/1.1|Authorization: Bearer the-right-token,                                 403 Forbidden
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Origin: |Authorization: Bearer the-right-token,   403 Forbidden
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Origin: null|Authorization: Bearer the-right-token, 403 Forbidden
            GET / HTTP/1.1|Host: 127.0.0.1:7718|Origin: http://127.0.0.1:7718|Authorization: Bearer the-right-token, 403 Forbidden
            GET /readyz HTTP/1.1|Host: localhost:7718,                                            comes in
            GET /healthz HTTP/1.1|Host: localhost:7718|Origin: x,                                 403 Forbidden
            GET /readyz HTTP/1.1|Host: localhost:7718|Upgrade: websocket|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: k, 401 Unauthorized
            """)
    void onlyWhatTheUserSentComesIn(String request, String expected) throws IOException {
        assertEquals(expected, answer(door(), request));
    }

    @Test
    void aSocketFileNeedsNoTokenButTakesNoWebPage() throws IOException {
        assertEquals("comes in", answer(Door.ofFile(), "GET / HTTP/1.1|Host: anything"));
        assertEquals("403 Forbidden", answer(Door.ofFile(), "GET / HTTP/1.1|Host: anything|Origin:"));
    }

    @Test
    void aHeaderThatDecidesMayNotComeTwice() {
        for (var header : new String[] {"Host: a|Host: b", "Origin: a|origin: ", "Authorization: a|AUTHORIZATION: b"}) {
            assertThrows(IOException.class, () -> request("GET / HTTP/1.1|" + header), header);
        }
    }

    private static BearerToken signed() {
        var claims = new BearerToken.Signed.Claims(Optional.of("me"), Optional.of("pawl"), Duration.ofSeconds(30));
        return new BearerToken.Signed(SECRET, claims, InstantSource.fixed(NOW));
    }

    private static String jwt(String header, Json claims, byte[] secret) throws GeneralSecurityException {
        var encoder = Base64.getUrlEncoder().withoutPadding();
        var text = encoder.encodeToString(header.getBytes(UTF_8)) + "."
                + encoder.encodeToString(claims.write().getBytes(UTF_8));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return text + "." + encoder.encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    }

    @Test
    void aSignedTokenHoldsForItsTimeItsIssuerAndItsAudience() throws GeneralSecurityException {
        var hs = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";
        var soon = NOW.getEpochSecond() + 60;
        var good = Json.object().with("exp", soon).with("iss", "me").with("aud", "pawl");
        assertTrue(signed().holds(jwt(hs, good, SECRET)));
        assertTrue(signed().holds(jwt(hs, good.with("exp", NOW.getEpochSecond() - 10), SECRET)), "within the skew");
        assertFalse(signed().holds(jwt(hs, good.with("exp", NOW.getEpochSecond() - 31), SECRET)));
        assertFalse(signed().holds(jwt(hs, good.with("nbf", soon), SECRET)));
        assertFalse(signed().holds(jwt(hs, good.with("iss", "another"), SECRET)));
        assertFalse(signed().holds(jwt(hs, good.with("aud", "another"), SECRET)));
        assertFalse(signed().holds(jwt(hs, Json.object().with("iss", "me").with("aud", "pawl"), SECRET)), "endless");
        assertFalse(signed().holds(jwt(hs, good, "another secret of thirty-two bytes".getBytes(UTF_8))));
        assertFalse(signed().holds(jwt("{\"alg\":\"none\"}", good, SECRET)));
        var whole = jwt(hs, good, SECRET);
        assertFalse(signed().holds(whole.substring(0, whole.lastIndexOf('.') + 1)));
        assertFalse(signed().holds("a.b"));
    }
}
