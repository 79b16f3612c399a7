package dev.pawl.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.check.Excerpt;
import dev.pawl.workflow.check.ProtectedFiles;
import dev.pawl.workflow.plan.FrontMatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Front matter that people edit, excerpts that models read, and words that end a task.
class TextsTest {
    private static final String FILE = """
            ---
            # the seed's keys
            session_id: "abc123"
            task_status: EXECUTING        # now
            custom:
              nested: [1, 2]   # kept
            auto_fix_attempts: 1
            ---
            ## 1. Current Goal
            """;

    @Test
    void w42OnlyTheLinesOfChangedKeysAreReplaced() {
        var file = FrontMatter.of(FILE);
        assertThat(file.value("session_id")).contains("abc123");
        assertThat(file.value("task_status")).contains("EXECUTING");
        assertThat(file.with(Map.of("task_status", "AUTO_FIX", "session_id", "abc123"))
                        .text())
                .isEqualTo(FILE.replace("task_status: EXECUTING        # now", "task_status: AUTO_FIX # now"));
        assertThat(file.with(Map.of("revision", "7")).text())
                .isEqualTo(FILE.replace("auto_fix_attempts: 1\n", "auto_fix_attempts: 1\nrevision: 7\n"));
    }

    @Test
    void w43CrlfAndAByteOrderMarkAreReadAndNotWritten() {
        var file = FrontMatter.of("\uFEFF" + FILE.replace("\n", "\r\n"));
        assertThat(file.text()).isEqualTo(FILE);
    }

    @Test
    void w44AHeadThatIsNotClosedIsSeen() {
        assertThat(FrontMatter.of("---\ntask_status: IDLE\n").isClosed()).isFalse();
        assertThat(FrontMatter.of("no head").isPresent()).isFalse();
    }

    @Test
    void aValueIsReadBackAsItWasWritten() {
        for (var value :
                new String[] {"a: b", "say \"hi\"", "# no comment", "", "1\n2", "back\\slash", "it's", "  x"}) {
            var text = FrontMatter.of(FILE).with(Map.of("key", value)).text();
            assertThat(FrontMatter.of(text).value("key")).as(value).contains(value);
        }
    }

    @Test
    void anExcerptHasTheFirstErrorAndTheEnd() {
        var log = "compiling\n".repeat(2000) + "src/A.java:3: error: missing ;\n" + "noise\n".repeat(3000)
                + "BUILD FAILED\n";
        var excerpt = Excerpt.of(log);
        assertThat(excerpt.length()).isLessThanOrEqualTo(Excerpt.MOST + 100);
        assertThat(excerpt).contains("missing ;").endsWith("BUILD FAILED");
        assertThat(Excerpt.firstErrorLine(log)).isEqualTo("src/A.java:3: error: missing ;");
    }

    @Test
    void aFingerprintPassesOverTimesAndAddresses() {
        var one = "FAILED test_x in 0.12s\nAssertionError: 1 at 0xdeadbeef\n";
        var two = "FAILED test_x in 1.90s\nAssertionError: 1 at 0xcafebabe\n";
        assertThat(Excerpt.fingerprint(one)).isEqualTo(Excerpt.fingerprint(two)).isNotEmpty();
        assertThat(Excerpt.fingerprint(one)).isNotEqualTo(Excerpt.fingerprint("FAILED test_y in 0.12s\n"));
    }

    @Test
    void onlyTheBeginningOfAMessageSaysCannot() {
        assertThat(CannotWords.reason("CANNOT: no network here")).contains("no network here");
        assertThat(CannotWords.reason("Done. It CANNOT: fail now")).isEmpty();
        assertThat(CannotWords.reason("I cannot see a problem")).isEmpty();
    }

    @Test
    void w22DeletedAndSkippedTestsAndNamedFilesAreProtected() {
        var files = new ProtectedFiles(List.of("pom.xml", ".github/**", "**/*.lock"));
        assertThat(files.touched(List.of(
                        change("pom.xml", ProtectedFiles.Change.Kind.CHANGED, ""),
                        change("a/b/c.lock", ProtectedFiles.Change.Kind.CHANGED, ""),
                        change(".github/workflows/ci.yml", ProtectedFiles.Change.Kind.ADDED, ""),
                        change("src/test/java/XTest.java", ProtectedFiles.Change.Kind.DELETED, ""),
                        change("tests/test_x.py", ProtectedFiles.Change.Kind.CHANGED, "@pytest.mark.skip"),
                        change("x.test.js", ProtectedFiles.Change.Kind.CHANGED, "it.skip('x', () => {"),
                        change("src/X.java", ProtectedFiles.Change.Kind.CHANGED, "@Disabled"),
                        change("tests/test_y.py", ProtectedFiles.Change.Kind.CHANGED, "assert f(2) == 4"),
                        change("sub/pom.xml", ProtectedFiles.Change.Kind.CHANGED, ""))))
                .containsExactly(
                        "pom.xml",
                        "a/b/c.lock",
                        ".github/workflows/ci.yml",
                        "src/test/java/XTest.java (a deleted test)",
                        "tests/test_x.py (a test that is switched off)",
                        "x.test.js (a test that is switched off)");
    }

    private static ProtectedFiles.Change change(String path, ProtectedFiles.Change.Kind kind, String added) {
        return new ProtectedFiles.Change(path, kind, List.of(added));
    }
}
