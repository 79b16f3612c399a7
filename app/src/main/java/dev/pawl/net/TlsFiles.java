package dev.pawl.net;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/// A server's certificate with those that signed it, and its key, as PEM files.
public record TlsFiles(Path certificates, Path key) {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    /// Both in a store that only this process sees.
    ///
    /// @throws IOException when a file cannot be read or is not what it should be; the message
    ///                     names the file
    KeyStore load() throws IOException {
        try {
            var chain = chain();
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("pawl", privateKey(), new char[0], chain);
            return store;
        } catch (GeneralSecurityException unusable) {
            throw new IOException(certificates + " and " + key + " cannot be used: " + unusable.getMessage(), unusable);
        }
    }

    private Certificate[] chain() throws IOException, GeneralSecurityException {
        try (var in = new ByteArrayInputStream(Files.readAllBytes(certificates))) {
            var all = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (all.isEmpty()) throw new IOException(certificates + " holds no certificate");
            return all.toArray(Certificate[]::new);
        }
    }

    private PrivateKey privateKey() throws IOException, GeneralSecurityException {
        var text = new String(Files.readAllBytes(key), US_ASCII);
        var begin = text.indexOf(BEGIN);
        var end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(key + " holds no key in PKCS#8 form (BEGIN PRIVATE KEY)\n  openssl pkcs8 -topk8"
                    + " -nocrypt -in " + key + " -out key.pem");
        }
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end)));
        for (var kind : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (InvalidKeySpecException anotherKind) {
                // The next kind is tried.
            }
        }
        throw new IOException(key + " holds a key of a kind that is not known here: EC, RSA or EdDSA are");
    }
}
