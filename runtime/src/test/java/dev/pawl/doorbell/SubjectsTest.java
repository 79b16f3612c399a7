package dev.pawl.doorbell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.doorbell.Subject.Told;
import dev.pawl.doorbell.Subject.ToolCall;
import dev.pawl.doorbell.Subject.Topic;
import dev.pawl.doorbell.Subject.Wakeup;
import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectsTest {
    private final Subjects subjects = Subjects.plain();

    @Test
    void theSubjectsOfTheProtocolAreSpeltAsItNamesThem() {
        var agent = new AgentId("a1");
        assertThat(subjects.write(new Wakeup(new WorkerTarget("worker_generic"))))
                .isEqualTo("cmd.agent.worker_generic.wakeup");
        assertThat(subjects.write(new Told(agent, Topic.TASK))).isEqualTo("evt.agent.a1.task");
        assertThat(subjects.write(new Told(agent, Topic.STEP))).isEqualTo("evt.agent.a1.step");
        assertThat(subjects.write(new Told(agent, Topic.STATE))).isEqualTo("evt.agent.a1.state");
        assertThat(subjects.write(new ToolCall("word_count"))).isEqualTo("cmd.tool.word_count.call");
        assertThat(Subjects.under("cg.v1r4.p1").write(new ToolCall("word_count")))
                .isEqualTo("cg.v1r4.p1.cmd.tool.word_count.call");
    }

    @ParameterizedTest
    @CsvSource({
        "a.b,a%2Eb",
        "*,%2A",
        ">,%3E",
        "100%,100%25",
        "a%2Eb,a%252Eb",
        "mcp/x:y,mcp/x:y",
        "grün,gr%C3%BCn",
        "a b,a%20b"
    })
    void whatIsNoSingleTokenIsEscapedAndComesBack(String name, String token) {
        var text = subjects.write(new ToolCall(name));
        assertThat(text).isEqualTo("cmd.tool." + token + ".call");
        assertThat(subjects.read(text)).contains(new ToolCall(name));
    }

    @Test
    void everyNameComesBack() {
        var random = new Random(7);
        for (var i = 0; i < 5_000; i++) {
            var name = new StringBuilder();
            for (var length = 1 + random.nextInt(200); length > 0; length--)
                name.append((char) random.nextInt('!', 127));
            var told = new Told(new AgentId(name.toString()), random.nextBoolean() ? Topic.TASK : Topic.STATE);
            var text = Subjects.under("p-1").write(told);
            assertThat(text.chars().filter(c -> c == '.')).hasSize(4);
            assertThat(text).doesNotContain("*", ">", " ");
            assertThat(Subjects.under("p-1").read(text)).contains(told);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "...",
                "cmd.agent.wakeup",
                "cmd.agent.a.b.wakeup",
                "cmd.agent..wakeup",
                "cmd.agent.a%.wakeup",
                "cmd.agent.a%2.wakeup",
                "cmd.agent.a%2e.wakeup",
                "cmd.agent.%41.wakeup",
                "cmd.agent.%FF.wakeup",
                "cmd.agent.%20.wakeup",
                "cmd.agent.é.wakeup",
                "cmd.agent.*.wakeup",
                "cmd.agent.a.wakeups",
                "cmd.agents.a.wakeup",
                "evt.agent.a.wakeup",
                "evt.agent.a.inbox_progress",
                "cmd.tool.x.cancel",
                "cg.cmd.agent.a.wakeup",
            })
    void whatThisClassWouldNotWriteIsNotRead(String text) {
        assertThat(subjects.read(text)).isEmpty();
    }

    @Test
    void anotherPrefixIsSomebodyElse() {
        assertThat(Subjects.under("one").read("two.cmd.agent.a.wakeup")).isEmpty();
        assertThat(Subjects.under("one").read("cmd.agent.a.wakeup")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "a b", "a.*", ">"})
    void aPrefixThatIsNoSubjectIsRefused(String prefix) {
        assertThatThrownBy(() -> Subjects.under(prefix)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aToolWithoutAUsableNameIsRefused() {
        assertThatThrownBy(() -> new ToolCall("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToolCall("x".repeat(201))).isInstanceOf(IllegalArgumentException.class);
    }
}
