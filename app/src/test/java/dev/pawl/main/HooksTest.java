package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hooks and `notify` around real turns, as real programs.
class HooksTest {
    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";
    private static final String WRITE =
            "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"arguments\":"
                    + "{\"cmd\":\"echo two > a.txt\"}}]}";

    @TempDir
    private Path folder;

    private TestProgram house;
    private Path work;

    @BeforeEach
    void aProject() throws IOException {
        house = new TestProgram(
                folder, Map.of("PATH", "/usr/bin:/bin", "MY_API_KEY", "secret-value", "HOME", "/nonexistent"));
        work = folder.resolve("work");
        Files.createDirectories(work.resolve(".git"));
        house.script(WRITE, DONE, DONE, DONE, DONE, DONE, DONE, DONE);
    }

    private void configure(String toml) throws IOException {
        Files.writeString(
                house.home().resolve("config.toml"),
                toml.replace("OUT", folder.resolve("out").toString()),
                StandardOpenOption.APPEND);
    }

    private TestProgram.Said exec() {
        return house.pawl("exec", "--json", "--sandbox", "danger-full-access", "--cd", work.toString(), "please");
    }

    private String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    @Test
    void aHookStopsACallAndTheModelIsTold() throws IOException {
        configure("[[hooks.PreToolUse]]\nmatcher = \"Bash\"\ncommand = \"cat > OUT; echo not today >&2; exit 2\"\n");
        var said = exec();
        assertThat(said.code()).isZero();
        assertThat(work.resolve("a.txt")).doesNotExist();
        assertThat(said.out()).contains("blocked by a hook: not today");
        assertThat(out()).contains("\"hook_event_name\":\"PreToolUse\"", "\"command\":\"echo two > a.txt\"");
    }

    @Test
    void aDecisionOnStdoutCounts() throws IOException {
        configure("[[hooks.PreToolUse]]\nhooks = [{ type = \"command\", command = '''echo '{\"hookSpecificOutput\":"
                + "{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"no writing\"}}' ''' }]\n");
        assertThat(exec().out()).contains("no writing");
        assertThat(work.resolve("a.txt")).doesNotExist();
    }

    @Test
    void aHookThatDoesNotAnswerObjects() throws IOException {
        configure("[[hooks.PreToolUse]]\ncommand = \"tail -f /dev/null\"\ntimeout = 1\n");
        assertThat(exec().out()).contains("did not answer within 1 s");
        assertThat(work.resolve("a.txt")).doesNotExist();
    }

    private TestProgram.Said unattended(String... more) {
        var line = new ArrayList<>(List.of("exec", "--json", "--sandbox", "danger-full-access"));
        line.addAll(List.of(more));
        line.addAll(List.of("--cd", work.toString(), "please"));
        var in = System.in;
        System.setIn(InputStream.nullInputStream());
        try {
            return house.unattended(line.toArray(String[]::new));
        } finally {
            System.setIn(in);
        }
    }

    private static final String ASKS = "[[hooks.PreToolUse]]\ncommand = '''echo run >> OUT; echo"
            + " '{\"hookSpecificOutput\":{\"permissionDecision\":\"ask\","
            + "\"permissionDecisionReason\":\"it writes\"}}' '''\n";

    @Test
    void aHookThatWantsAPersonAskedHasOneAskedAndRunsNoSecondTime() throws IOException {
        configure(ASKS);
        var said = unattended();
        assertThat(said.code()).isEqualTo(3);
        assertThat(said.err()).contains("run: echo two > a.txt", "a hook wants you asked: it writes");
        assertThat(work.resolve("a.txt")).doesNotExist();
        var waits = house.pawl("approvals", "list", "--json").out();
        var call = waits.replaceAll("(?s).*\"call\":\"([^\"]*)\".*", "$1");
        assertThat(house.pawl("approvals", "accept", call).code()).isZero();
        assertThat(work.resolve("a.txt")).hasContent("two");
        assertThat(out()).isEqualTo("run\n");
    }

    @Test
    void whereNobodyMayBeAskedSuchAHookMeansNo() throws IOException {
        configure(ASKS);
        assertThat(unattended("--ask-for-approval", "never").out()).contains("a hook wants it: it writes");
        assertThat(work.resolve("a.txt")).doesNotExist();
    }

    @Test
    void aHookObjectsBeforeAPersonIsAsked() throws IOException {
        configure("[[hooks.PreToolUse]]\ncommand = \"echo not today >&2; exit 2\"\n");
        var said = unattended("--ask-for-approval", "untrusted");
        assertThat(said.code()).as("nobody was asked").isZero();
        assertThat(said.out()).contains("blocked by a hook: not today");
    }

    @Test
    void aHookCannotAllowWhatNeedsAPerson() throws IOException {
        configure("[[hooks.PreToolUse]]\ncommand = '''echo '{\"hookSpecificOutput\":"
                + "{\"permissionDecision\":\"allow\"}}' '''\n");
        assertThat(unattended("--ask-for-approval", "untrusted").code()).isEqualTo(3);
        assertThat(work.resolve("a.txt")).doesNotExist();
    }

    @Test
    void aHookForAnotherToolIsNotAsked() throws IOException {
        configure("[[hooks.PreToolUse]]\nmatcher = \"apply_patch\"\ncommand = \"exit 2\"\n");
        exec();
        assertThat(work.resolve("a.txt")).hasContent("two");
    }

    @Test
    void aHookAfterACallAddsWordsAndSeesNoSecret() throws IOException {
        configure("[[hooks.PostToolUse]]\ncommand = '''cat > OUT; env >> OUT; echo '{\"hookSpecificOutput\":"
                + "{\"additionalContext\":\"run the tests now\"}}' '''\n");
        exec();
        assertThat(house.pawl("threads", "export", "last").out()).contains("run the tests now");
        assertThat(out()).contains("\"tool_response\"").doesNotContain("secret-value");
    }

    @Test
    void aStopHookKeepsTheTurnGoingAFewTimes() throws IOException {
        configure(
                "[[hooks.Stop]]\ncommand = '''cat >> OUT; echo '{\"decision\":\"block\",\"reason\":\"not yet\"}' '''\n");
        assertThat(exec().code()).isZero();
        assertThat(out().split("\"Stop\"", -1)).hasSize(6);
        assertThat(out()).contains("\"stop_hook_active\":false", "\"stop_hook_active\":true");
    }

    @Test
    void theEndOfATurnIsTold() throws IOException {
        var script = Files.writeString(
                folder.resolve("tell"),
                "#!/bin/sh\nprintf '%s' \"$1\" > " + folder + "/told.new\n" + "mv " + folder + "/told.new " + folder
                        + "/told\n");
        script.toFile().setExecutable(true);
        configure("[[hooks.TurnEnd]]\ncommand = \"cat > OUT\"\n");
        assertThat(house.pawl(
                                "exec",
                                "--json",
                                "--sandbox",
                                "danger-full-access",
                                "--cd",
                                work.toString(),
                                "-c",
                                "notify=[\"" + script + "\"]",
                                "please")
                        .code())
                .isZero();
        assertThat(out()).contains("\"outcome\":\"success\"", "\"last_assistant_message\":\"Done.\"");
        var told = folder.resolve("told");
        // Nobody waits for the program; the test does.
        for (long i = 0, end = Duration.ofSeconds(20).toMillis(); i < end && !Files.exists(told); i += 10) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(Files.readString(told))
                .startsWith("{\"type\":\"agent-turn-complete\",\"thread-id\":\"")
                .contains("\"input-messages\":[\"please\"]", "\"last-assistant-message\":\"Done.\"");
    }

    @Test
    void aProjectsHooksRunOnceItIsTrustedAndBesideTheUsers() throws IOException {
        configure("[[hooks.PreToolUse]]\ncommand = \"echo user >> OUT\"\n");
        Files.createDirectories(work.resolve(".pawl"));
        Files.writeString(
                work.resolve(".pawl/config.toml"),
                "[[hooks.PreToolUse]]\ncommand = \"echo project >> " + folder.resolve("out") + "\"\n");
        exec();
        assertThat(out()).isEqualTo("user\n");
        assertThat(house.pawl("config", "trust", "--yes", work.toString()).code())
                .isZero();
        exec();
        assertThat(out()).isEqualTo("user\nuser\nproject\n");
    }

    @Test
    void aWrongHookIsSaid() throws IOException {
        configure("[[hooks.Stop]]\nmatcher = \"(\"\ncommand = \"x\"\n");
        assertThat(exec().code()).isEqualTo(2);
        assertThat(List.of(exec().err())).first().asString().contains("hooks.Stop");
    }
}
