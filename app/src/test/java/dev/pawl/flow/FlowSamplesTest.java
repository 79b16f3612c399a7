package dev.pawl.flow;

import static dev.pawl.flow.FlowProject.DONE;
import static dev.pawl.flow.FlowProject.command;
import static dev.pawl.flow.FlowProject.planText;
import static dev.pawl.flow.FlowProject.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.main.TestProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Workflows on small projects of three languages, whose own test runners are the checks.
@Tag("process")
@Timeout(120)
class FlowSamplesTest {
    private static final String PLAN = text(planText(
            "- [ ] T-001 Add correctly | deps: - | verify: unit", "- [ ] T-002 Say so | deps: T-001 | verify: none"));
    private static final String NOTE = command("echo added > NOTES");

    @TempDir
    private Path folder;

    /// A project in one language.
    ///
    /// @param name of the file with the function
    /// @param code its text, with `%s` for the operator
    /// @param verify the check; empty for the one that its build files suggest
    record Sample(String name, String code, Map<String, String> tests, String verify) {
        @Override
        public String toString() {
            return name;
        }

        String with(String operator) {
            return code.replace("%s", operator);
        }

        /// What an agent does that writes the function with this operator.
        String write(String operator) {
            return command("printf '%s' '" + with(operator) + "' > " + name);
        }
    }

    static List<Sample> samples() {
        return List.of(
                new Sample(
                        "Sum.java",
                        "class Sum { static int of(int a, int b) { return a %s b; } }\n",
                        Map.of("SumTest.java", """
                                class SumTest {
                                    public static void main(String[] args) {
                                        if (Sum.of(2, 3) != 5) throw new AssertionError("error: sum");
                                    }
                                }
                                """),
                        "unit = \"" + Path.of(System.getProperty("java.home"), "bin", "java") + " SumTest.java\""),
                new Sample(
                        "sum.js",
                        "exports.sum = (a, b) => a %s b;\n",
                        Map.of(
                                "package.json",
                                "{\"name\":\"sum\",\"version\":\"1.0.0\",\"scripts\":{\"test\":\"node --test\"}}\n",
                                "sum.test.js",
                                """
                                const test = require('node:test');
                                const assert = require('node:assert');
                                test('sum', () => { assert.equal(require('./sum.js').sum(2, 3), 5); });
                                """),
                        ""),
                new Sample("calc.py", "def add(a, b):\n    return a %s b\n", Map.of("test_calc.py", """
                                import unittest
                                from calc import add

                                class AddTest(unittest.TestCase):
                                    def test_add(self):
                                        self.assertEqual(add(2, 3), 5)
                                """), ""));
    }

    private FlowProject make(Sample sample) throws Exception {
        var project = new FlowProject(folder, sample.tests(), sample.verify());
        Files.writeString(project.work().resolve(sample.name()), sample.with("+"));
        return project.commit();
    }

    private static String code(FlowProject project, Sample sample) throws Exception {
        return Files.readString(project.work().resolve(sample.name()));
    }

    private static void isDone(FlowProject project, TestProgram.Said done) {
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(project.status().text("outcome")).isEqualTo("completed");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aFailureIsFoundByTheProjectsOwnTestsAndFixed(Sample sample) throws Exception {
        var project = make(sample);
        project.script(PLAN, sample.write("-"), DONE, sample.write("+"), DONE, NOTE, DONE);
        project.plan();
        var done = project.flow("confirm");
        isDone(project, done);
        assertThat(done.err()).contains("attempt 1 of 3", "T-001 is done: verified", "T-002 is done: unverified");
        assertThat(code(project, sample)).isEqualTo(sample.with("+"));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("samples")
    void threeStrikesThenGuidance(Sample sample) throws Exception {
        var project = make(sample);
        project.script(PLAN, sample.write("-"), DONE, DONE, DONE, DONE, sample.write("+"), DONE, NOTE, DONE);
        project.plan();
        assertThat(project.flow("confirm").code()).isEqualTo(3);
        assertThat(project.status().text("blocked_reason")).isEqualTo("max_attempts");
        isDone(project, project.flow("fix", "use a plus"));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("samples")
    void threeStrikesThenRollBack(Sample sample) throws Exception {
        var project = make(sample);
        project.script(PLAN, sample.write("-"), DONE, DONE, DONE, DONE);
        project.plan();
        assertThat(project.flow("confirm").code()).isEqualTo(3);
        assertThat(project.flow("rollback", "--yes").code()).isZero();
        assertThat(code(project, sample)).isEqualTo(sample.with("+"));
        assertThat(project.status().text("outcome")).isEqualTo("rolled_back");
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("samples")
    void aSkippedTaskWithItsDependant(Sample sample) throws Exception {
        var project = make(sample);
        project.script(PLAN, sample.write("-"), DONE, DONE, DONE, DONE, NOTE, DONE);
        project.plan();
        assertThat(project.flow("confirm").code()).isEqualTo(3);
        assertThat(project.flow("skip").code()).as("its dependant asks").isEqualTo(3);
        assertThat(project.status().text("blocked_reason")).isEqualTo("dependency");
        assertThat(project.flow("skip").code()).as("nothing was done").isEqualTo(1);
        assertThat(project.status().text("outcome")).isEqualTo("abandoned");
        assertThat(code(project, sample)).as("what it changed stays").isEqualTo(sample.with("-"));
    }
}
