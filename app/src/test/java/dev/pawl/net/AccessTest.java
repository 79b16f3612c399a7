package dev.pawl.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final byte[] SECRET = "a secret of at least thirty-two bytes".getBytes(UTF_8);

    private static String judge(Access access, Optional<String> host, Optional<String> origin) {
        try {
            access.check(host, origin);
            return "comes in";
        } catch (HttpRefusal refused) {
            return String.valueOf(refused.status());
        }
    }

    private static InetSocketAddress bound() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 7718);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            127.0.0.1:7718,              -,                        comes in
            LOCALHOST:7718,              -,                        comes in
            [::1]:7718,                  -,                        comes in
            evil.example:7718,           -,                        403
            127.0.0.1,                   -,                        403
            127.0.0.1:7719,              -,                        403
            127.0.0.1.evil.example:7718, -,                        403
            localhost.:7718,             -,                        403
            0.0.0.0:7718,                -,                        403
            [::ffff:127.0.0.1]:7718,     -,                        403
            -,                           -,                        403
            127.0.0.1:7718,              '',                       403
            127.0.0.1:7718,              null,                     403
            127.0.0.1:7718,              http://127.0.0.1:7718,    403
            """)
    void aPortWithoutAPageIsCalledByItsNameAndByNoPage(String host, String origin, String expected) {
        assertEquals(expected, judge(Access.ofPort(bound()), Optional.ofNullable(host), Optional.ofNullable(origin)));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            127.0.0.1:7718,       -,                            comes in
            127.0.0.1:7718,       http://127.0.0.1:7718,        comes in
            localhost:7718,       http://localhost:7718,        comes in
            box.example:7718,     http://box.example:7718,      comes in
            127.0.0.1:7718,       https://127.0.0.1:7718,       403
            127.0.0.1:7718,       http://127.0.0.1:7719,        403
            127.0.0.1:7718,       http://127.0.0.1:7718/,       403
            127.0.0.1:7718,       HTTP://127.0.0.1:7718,        403
            127.0.0.1:7718,       http://evil.example,          403
            127.0.0.1:7718,       null,                         403
            """)
    void aPageIsItsOwnAlone(String host, String origin, String expected) {
        var access = Access.ofPage(bound(), "http", List.of("box.example"));
        assertEquals(expected, judge(access, Optional.ofNullable(host), Optional.ofNullable(origin)));
    }

    @Test
    void aSocketFileHasNoNameButTakesNoWebPage() {
        assertEquals("comes in", judge(Access.ofFile(), Optional.of("anything"), Optional.empty()));
        assertEquals("403", judge(Access.ofFile(), Optional.of("anything"), Optional.of("")));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            Bearer the-right-token,  the-right-token
            bearer  the-right-token, the-right-token
            Basic the-right-token,   ''
            the-right-token,         ''
            Bearer,                  ''
            """)
    void aTokenStandsBehindTheWordBearer(String header, String expected) {
        assertEquals(expected, BearerToken.in(header));
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
