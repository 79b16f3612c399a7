package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static final Redaction REDACTION = new Redaction(List.of("correct horse battery", "short", "/a/path/only"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            it is correct horse battery.                    | it is [secret].
            Authorization: Bearer abcdefghijklmnop12        | Authorization: Bearer [secret]
            postgres://me:hunter22@db/x                     | postgres://me:[secret]@db/x
            DB_PASSWORD=hunter22                            | DB_PASSWORD=[secret]
            export API_TOKEN="hunter22"                     | export API_TOKEN="[secret]"
            a AKIAABCDEFGHIJKLMNOP b                        | a [secret] b
            xoxb-1234567890-abcdef                          | [secret]
            """)
    void aSecretIsTakenOut(String text, String safe) {
        assertThat(REDACTION.of(text)).isEqualTo(safe);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "short",
                "/a/path/only",
                "API_KEY=$OTHER_KEY",
                "PASSWORD=\"$(cat file)\"",
                "API_KEY = os.environ[\"X\"]",
                "const token = getToken();",
                "sk-short",
                "task-abcdefghijklmnopqrstuvwxyz",
                "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
                "http://host:8080/path@2",
                "PATH=/usr/local/bin:/usr/bin",
                "the bearer of news",
                "eyJ0.not.enough"
            })
    void whatIsNoneStays(String text) {
        assertThat(REDACTION.of(text)).isEqualTo(text);
    }

    @Test
    void aKeyOfManyLinesGoesAsAWhole() {
        var key = "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\ndef\n-----END OPENSSH PRIVATE KEY-----";
        assertThat(REDACTION.of("x\n" + key + "\ny")).isEqualTo("x\n[secret]\ny");
    }

    @Test
    void whatIsTakenOutTwiceIsTakenOutOnce() {
        var once = REDACTION.of("DB_PASSWORD=hunter22 Bearer abcdefghijklmnop12");
        assertThat(REDACTION.of(once)).isEqualTo(once);
    }

    @Test
    void namesTell() {
        assertThat(List.of("GITHUB_TOKEN", "my_api_key", "PGPASSWORD", "AZURE_PAT", "SESSION_COOKIE"))
                .allMatch(Redaction::isSecretName);
        assertThat(List.of("PATH", "GOPRIVATE", "SSH_AUTH_SOCK", "EDITOR", "PATTERN"))
                .noneMatch(Redaction::isSecretName);
    }
}
