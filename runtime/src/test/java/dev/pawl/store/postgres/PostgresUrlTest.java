package dev.pawl.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.kernel.rows.StoreFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postgresql://h/d                    | h:5432/d
            postgresql://u:p@h:6000/d           | h:6000/d
            postgresql://h1,h2:6000/d           | h1:5432,h2:6000/d
            postgresql://u:p@h1:1,h2:2/d        | h1:1,h2:2/d
            postgres://[::1]:6000/d             | [::1]:6000/d
            postgresql:///d                     | localhost:5432/d
            jdbc:postgresql://my_host/d         | my_host:5432/d
            """)
    void hostsAreTakenAsTheyAreWritten(String url, String shown) {
        assertThat(PostgresUrl.parse(url)).hasToString(shown);
    }

    @Test
    void ofSeveralHostsThePrimaryIsUsed() {
        assertThat(PostgresUrl.parse("postgresql://h1,h2/d").properties()).containsEntry("targetServerType", "primary");
        assertThat(PostgresUrl.parse("postgresql://h1,h2/d?targetServerType=any")
                        .properties())
                .containsEntry("targetServerType", "any");
    }

    @Test
    void userAndPasswordAreDecoded() {
        var properties = PostgresUrl.parse("postgresql://a%40b:p%3Aw@h1,h2/d").properties();
        assertThat(properties).containsEntry("user", "a@b").containsEntry("password", "p:w");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"postgresql://h1,/d", "postgresql://h:port/d", "postgresql://h 1/d", "postgresql://h1;h2/d"})
    void aHostThatIsNoneIsRefused(String url) {
        assertThatThrownBy(() -> PostgresUrl.parse(url)).isInstanceOf(StoreFailure.class);
    }
}
