package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A provider's settings that cannot work are named, with what to write instead.
class BadAddressTest {
    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    private TestProgram.Said exec(String... settings) {
        var words = new ArrayList<>(List.of("exec", "--skip-git-repo-check", "go"));
        for (var setting : settings) words.addAll(List.of("-c", "model_providers.mine." + setting));
        words.addAll(List.of("-c", "model_provider=mine"));
        return house.pawl(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:11434/v1", "127.0.0.1:8080/v1", "http://my_host:80", "http:/x", "ftp://x", "a b"})
    void anAddressIsOneOfAServer(String address) {
        var said = exec("base_url=\"" + address + "\"");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("model_providers.mine.base_url", address)
                .doesNotContain("Exception");
    }

    @Test
    void aProxyThatCannotBeUsedIsNamed() throws IOException {
        house = new TestProgram(folder, Map.of("HTTPS_PROXY", "socks5://u:geheim@proxy:1"));
        var said = exec("base_url=\"https://models.example/v1\"");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("HTTPS_PROXY names a proxy that cannot be used")
                .doesNotContain("geheim");
    }

    @Test
    void retriesAreNotNegative() {
        var said = exec("base_url=\"http://127.0.0.1:1\"", "request_max_retries=-1");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("model_providers.mine.request_max_retries is -1");
    }
}
