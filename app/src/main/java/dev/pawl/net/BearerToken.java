package dev.pawl.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What a client must send as `Authorization: Bearer …`. Compared in constant time.
public sealed interface BearerToken {
    /// Whether a token is right.
    boolean holds(String token);

    /// The token in an `Authorization` header; empty when it holds none.
    static String in(String authorization) {
        var word = "bearer ";
        var has = authorization.regionMatches(true, 0, word, 0, word.length());
        return has ? authorization.substring(word.length()).strip() : "";
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /// One token, of which only the digest is kept.
    final class Capability implements BearerToken {
        private final byte[] digest;

        public Capability(byte[] sha256) {
            this.digest = sha256.clone();
        }

        public static Capability of(String token) {
            return new Capability(sha256(token.getBytes(UTF_8)));
        }

        @Override
        public boolean holds(String token) {
            return MessageDigest.isEqual(digest, sha256(token.getBytes(UTF_8)));
        }
    }

    /// Tokens that a holder of the secret makes for a while: JSON Web Tokens, HMAC with SHA-256.
    final class Signed implements BearerToken {
        /// What a token must say, beside not being over.
        public record Claims(Optional<String> issuer, Optional<String> audience, Duration skew) {}

        private final SecretKeySpec secret;
        private final Claims wanted;
        private final InstantSource clock;

        public Signed(byte[] secret, Claims wanted, InstantSource clock) {
            this.secret = new SecretKeySpec(secret, "HmacSHA256");
            this.wanted = wanted;
            this.clock = clock;
        }

        @Override
        public boolean holds(String token) {
            var parts = token.split("\\.", -1);
            if (parts.length != 3) return false;
            try {
                var decoder = Base64.getUrlDecoder();
                var signature = decoder.decode(parts[2]);
                if (!MessageDigest.isEqual(sign(parts[0] + "." + parts[1]), signature)) return false;
                var header = Json.parse(new String(decoder.decode(parts[0]), UTF_8));
                return header.text("alg", "").equals("HS256")
                        && says(Json.parse(new String(decoder.decode(parts[1]), UTF_8)));
            } catch (IllegalArgumentException | BadJson notAToken) {
                return false;
            }
        }

        private byte[] sign(String text) {
            try {
                var mac = Mac.getInstance("HmacSHA256");
                mac.init(secret);
                return mac.doFinal(text.getBytes(US_ASCII));
            } catch (GeneralSecurityException everyJdkHasIt) {
                throw new IllegalStateException(everyJdkHasIt);
            }
        }

        private boolean says(Json claims) {
            var now = clock.instant().getEpochSecond();
            var skew = wanted.skew().toSeconds();
            return claims.at("exp") instanceof Json.Num
                    && claims.number("exp") + skew > now
                    && (!(claims.at("nbf") instanceof Json.Num) || claims.number("nbf") - skew <= now)
                    && wanted.issuer()
                            .map(name -> name.equals(claims.text("iss", "")))
                            .orElse(true)
                    && wanted.audience()
                            .map(name -> isFor(claims.at("aud"), name))
                            .orElse(true);
        }

        private static boolean isFor(Json audience, String name) {
            return audience instanceof Json.Arr(var all)
                    ? all.stream().anyMatch(one -> one.text().equals(Optional.of(name)))
                    : audience.text().equals(Optional.of(name));
        }
    }
}
