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
            aws_secret_access_key = canaryAWS/abcdefghijkl  | aws_secret_access_key = [secret]
            aws_secret_access_key=canary42canary            | aws_secret_access_key=[secret]
            L3: aws_session_token = IQoJb3Jp==              | L3: aws_session_token = [secret]
            oauth_token: gho42canaryTokenOfMine             | oauth_token: [secret]
            {"password": "hunter22", "user": "me"}          | {"password": "[secret]", "user": "me"}
            {"apiKey":"Zx81Zx81Zx81"}                       | {"apiKey":"[secret]"}
            clientSecret: 'abc123def456'                    | clientSecret: '[secret]'
            db.password=hunter22                            | db.password=[secret]
            password = hunter22                             | password = [secret]
            :token => "abc123def456"                        | :token => "[secret]"
            machine x login me password hunter              | machine x login me password [secret]
            L2: password hunter22                           | L2: password [secret]
            curl --api-key Zx81Zx81 http://x                | curl --api-key [secret] http://x
            //npm.example/:_authToken=abc-123-def           | //npm.example/:_authToken=[secret]
            <password>hunter22x</password>                  | <password>[secret]</password>
            DB_PASS=correcthorse                            | DB_PASS=[secret]
            smtp.pass: hunter22                             | smtp.pass: [secret]
            Server=h;Uid=me;Pwd=hunter22;                   | Server=h;Uid=me;Pwd=[secret];
            _auth=bWU6aHVudGVyMjI=                          | _auth=[secret]
            PASSWORD hunter22                               | PASSWORD [secret]
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
                "eyJ0.not.enough",
                "password: string",
                "token: Optional<String>",
                "secret = config.secret",
                "this.token = token;",
                "api_key = settings.api_key",
                "max_tokens = 4096000",
                "tokenizer: bert-base-uncased1",
                "primary_key = True",
                "key: value1234",
                "monkey = banana12",
                "keyboard: us-intl1",
                "token_url = https://example.com/1",
                "key_file = /etc/ssl/key1.pem",
                "The password is required in 2024.",
                "password required",
                "  --token string   an API token",
                "login with your password123? no",
                "if password == other_password1:",
                "PWD=/home/me/project1",
                "pwd: /srv/app1",
                "2 tests pass: 17 of 170000",
                "bypass = firewall01",
                "sha256 4b825dc642cb6eb9a060e54bf8d69288fbee49044b825dc642cb6eb9a060e54b"
            })
    void whatIsNoneStays(String text) {
        assertThat(REDACTION.of(text)).isEqualTo(text);
    }

    @Test
    void aKeyOfManyLinesGoesAsAWhole() {
        var key = "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\ndef\n-----END OPENSSH PRIVATE KEY-----";
        assertThat(REDACTION.of("x\n" + key + "\ny")).isEqualTo("x\n[secret]\ny");
    }

    private static final String BODY = "MIIEpAIBAAKCAQEA7vZk3q".repeat(3).substring(0, 64);

    @Test
    void aKeyThatIsReadFromTheMiddleOrCutOffGoesToo() {
        assertThat(REDACTION.of("L2: " + BODY)).isEqualTo("L2: [secret]");
        assertThat(REDACTION.of(BODY + "\n" + BODY + "\n")).isEqualTo("[secret]\n[secret]\n");
        assertThat(REDACTION.of("L3: short1\nL4: -----END RSA PRIVATE KEY-----\nL5: x"))
                .isEqualTo("[secret]\nL5: x");
        assertThat(REDACTION.of("a\n-----BEGIN PRIVATE KEY-----\nFAKE\nFAKE")).isEqualTo("a\n[secret]");
    }

    @Test
    void whatMayBecomeASecretIsHeldBack() {
        assertThat(Redaction.openAt("a\n-----BEGIN OPENSSH")).isEqualTo(2);
        assertThat(Redaction.openAt("a\n-----BEGIN RSA PRIVATE KEY-----\nabc\n"))
                .isEqualTo(2);
        var whole = "a\n-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n";
        assertThat(Redaction.openAt(whole)).isEqualTo(whole.length());
        assertThat(Redaction.openAt("x\npassword = ")).isEqualTo(2);
        assertThat(Redaction.openAt("x\nplain ")).isEqualTo(8);
    }

    @Test
    void whatIsTakenOutTwiceIsTakenOutOnce() {
        var once = REDACTION.of("DB_PASSWORD=hunter22 Bearer abcdefghijklmnop12");
        assertThat(REDACTION.of(once)).isEqualTo(once);
    }

    @Test
    void namesTell() {
        assertThat(List.of(
                        "GITHUB_TOKEN",
                        "my_api_key",
                        "PGPASSWORD",
                        "AZURE_PAT",
                        "SESSION_COOKIE",
                        "DB_PASS",
                        "SMTP_PWD"))
                .allMatch(Redaction::isSecretName);
        assertThat(List.of("PATH", "GOPRIVATE", "SSH_AUTH_SOCK", "EDITOR", "PATTERN", "PWD", "OLDPWD", "BYPASS"))
                .noneMatch(Redaction::isSecretName);
    }
}
