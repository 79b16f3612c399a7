package dev.pawl.store.postgres;

import dev.pawl.store.sql.SqlText;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A statement, and inserts that go along as parts of it (`WITH … AS (INSERT …)`): one long
/// statement is less work for the server than many short ones. The statement itself runs first, its
/// parts after it; none of them sees what the others write.
final class MergedStatement {
    private static final String WITH = "WITH ";
    private static final Pattern TABLE = Pattern.compile("\\b(?:INTO|UPDATE|FROM|JOIN) (\\w+)");
    private static final Map<String, Set<String>> TABLES = new ConcurrentHashMap<>();

    private final QueuedStatement main;
    private final List<QueuedStatement> inserts = new ArrayList<>();

    private MergedStatement(QueuedStatement main) {
        this.main = main;
    }

    /// The same statements, fewer of them. An insert joins the first write behind the last question
    /// unless a table it names was named in between: then the order matters.
    static List<MergedStatement> of(List<QueuedStatement> statements) {
        var sentences = new ArrayList<MergedStatement>();
        var named = new HashSet<String>();
        MergedStatement first = null;
        for (var each : statements) {
            var tables = tables(each.statement());
            var isFree = tables.stream().noneMatch(named::contains);
            named.addAll(tables);
            if (first != null && isFree && isPlainInsert(each.statement())) {
                first.inserts.add(each);
                continue;
            }
            var own = new MergedStatement(each);
            sentences.add(own);
            if (each.reading() != null || tables.isEmpty()) {
                first = null;
                named.clear();
            } else if (first == null) {
                first = own;
            }
        }
        return sentences;
    }

    private static Set<String> tables(SqlText statement) {
        return TABLES.computeIfAbsent(
                statement.name(),
                _ -> TABLE.matcher(statement.text())
                        .results()
                        .map(it -> it.group(1))
                        .collect(Collectors.toSet()));
    }

    private static boolean isPlainInsert(SqlText statement) {
        return statement.text().startsWith("INSERT ") && !statement.text().contains(" ON CONFLICT ");
    }

    QueuedStatement main() {
        return main;
    }

    String text() {
        var text = main.text();
        if (inserts.isEmpty()) return text;
        var all = new StringBuilder(WITH);
        for (var i = 0; i < inserts.size(); i++) {
            if (i > 0) all.append(", ");
            all.append("part")
                    .append(i)
                    .append(" AS (")
                    .append(inserts.get(i).text())
                    .append(')');
        }
        return text.startsWith(WITH)
                ? all.append(", ").append(text, WITH.length(), text.length()).toString()
                : all.append(' ').append(text).toString();
    }

    int bind(PreparedStatement to, int from) throws SQLException {
        var index = from;
        for (var insert : inserts) index = insert.bind(to, index);
        return main.bind(to, index);
    }

    /// The names of its statements, those that go along in brackets.
    @Override
    public String toString() {
        var name = main.statement().name();
        if (inserts.isEmpty()) return name;
        return inserts.stream().map(it -> it.statement().name()).collect(Collectors.joining(" ", name + "(", ")"));
    }
}
