package dev.pawl.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.store.PostgresDatabase;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.RecordingDoorbell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlStatementsTest {
    @Test
    void sqliteUnderstandsEveryStatement(@TempDir Path folder) throws SQLException {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        try (var _ = new SqliteTransactions(file, Durability.NORMAL, new RecordingDoorbell(), InstantSource.system());
                var connection = file.open()) {
            for (var statement : SqlDialect.SQLITE.statements()) {
                try (var prepared = connection.prepareStatement(statement.text())) {
                    assertThat(prepared.getParameterMetaData().getParameterCount())
                            .as(statement.name())
                            .isEqualTo(statement.parameters().size());
                }
            }
        }
    }

    @Test
    @Tag("postgres")
    void postgresUnderstandsEveryStatement() throws SQLException {
        var database = new PostgresDatabase("pawl_statements");
        try (var store = database.open(new RecordingDoorbell())) {
            store.read(rows -> rows.now());
            try (var connection = database.connectAsStore()) {
                for (var statement : SqlDialect.POSTGRES.statements()) {
                    try (var prepared = connection.prepareStatement(statement.text())) {
                        assertThat(prepared.getParameterMetaData().getParameterCount())
                                .as(statement.name())
                                .isEqualTo(statement.parameters().size());
                    }
                }
            }
        }
    }

    @Test
    void everyStatementIsUsed() throws IOException {
        var sources = Path.of(System.getProperty("pawl.root", ".."), "runtime", "src", "main", "java");
        String code;
        try (var files = Files.walk(sources)) {
            code = files.filter(path -> path.toString().endsWith(".java"))
                    .map(SqlStatementsTest::read)
                    .collect(Collectors.joining("\n"));
        }
        for (var dialect : SqlDialect.values()) {
            for (var statement : dialect.statements()) assertThat(code).contains('"' + statement.name() + '"');
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    @Test
    void parametersAreFoundOutsideOfQuotesCommentsAndCasts() {
        var text = SqlText.of("x", "SELECT ':no', :one::text[] -- :never\n FROM t WHERE a = :two AND b = :one;\n");
        assertThat(text.text()).isEqualTo("SELECT ':no', ?::text[] FROM t WHERE a = ? AND b = ?");
        assertThat(text.parameters()).containsExactly("one", "two", "one");
        assertThatThrownBy(() -> SqlText.of("x", "SELECT : FROM t")).hasMessageContaining("colon");
    }
}
