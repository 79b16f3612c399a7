package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://example.com/mcp?key=abc&page=2              | https://example.com/mcp?key=***&page=2
            https://example.com/v1?api_key=abc                  | https://example.com/v1?api_key=***
            https://example.com/?X-Amz-Signature=1&sig=2        | https://example.com/?X-Amz-Signature=1&sig=***
            https://example.com/?access_token=abc#top           | https://example.com/?access_token=***#top
            postgresql://me:hunter2@db/x?sslmode=require        | postgresql://me:***@db/x?sslmode=require
            jdbc:postgresql://db/x?user=me&password=hunter2     | jdbc:postgresql://db/x?user=***&password=***
            https://me:p:a@ss@host/x                            | https://me:***@ss@host/x
            https://ghp_abcdefghijklmnopqrstuvwxyz0123@host     | https://***@host
            https://example.com/path                            | https://example.com/path
            not an address                                      | not an address
            """)
    void anAddressIsShownWithoutItsSecrets(String text, String shown) {
        assertThat(Masking.address(text)).isEqualTo(shown);
    }

    @Test
    void aCommandLineIsShownWithoutItsSecrets() {
        assertThat(Masking.arguments(List.of(
                        "npx",
                        "-y",
                        "server",
                        "--token",
                        "abc",
                        "--api-key=abc",
                        "-token",
                        "abc",
                        "--header",
                        "Authorization: Bearer abc",
                        "API_TOKEN=abc",
                        "postgres://me:pw@db/x",
                        "http://h/?key=abc",
                        "--password",
                        "--verbose",
                        "--port",
                        "80")))
                .containsExactly(
                        "npx",
                        "-y",
                        "server",
                        "--token",
                        "***",
                        "--api-key=***",
                        "-token",
                        "***",
                        "--header",
                        "Authorization: ***",
                        "API_TOKEN=***",
                        "postgres://me:***@db/x",
                        "http://h/?key=***",
                        "--password",
                        "--verbose",
                        "--port",
                        "80");
    }
}
