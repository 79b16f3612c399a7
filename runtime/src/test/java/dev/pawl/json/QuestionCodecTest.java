package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Boundary;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Question;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Questions wait for weeks: what an older version wrote is still read.
class QuestionCodecTest {
    @Test
    void anApprovalComesBackWhole() {
        var change = new FileChange("/a", FileChange.Kind.UPDATE, "/b", "-x\n+y\n");
        for (var keep : List.of(
                Question.Keep.ONCE,
                Question.Keep.THREAD,
                new Question.Keep(
                        true, List.of("make", "test"), new Boundary("workspace-write", true, List.of("/data"))))) {
            var question = new Question.Approval(
                    Question.Approval.Kind.EDIT, "t", List.of("f"), "w", List.of(change), "s", keep);
            assertThat(QuestionCodec.read(QuestionCodec.write(question))).isEqualTo(question);
        }
    }

    @Test
    void anApprovalFromBeforeRulesHadAScopeIsReadAndOffersNoRule() {
        var old =
                Json.parse("{\"type\":\"approval\",\"kind\":\"command\",\"title\":\"make test\",\"facts\":[\"in /p\"],"
                        + "\"why\":\"\",\"seal\":\"s\",\"remembers\":[\"make\",\"test\"]}");
        var question = (Question.Approval) QuestionCodec.read(old);
        assertThat(question.title()).isEqualTo("make test");
        assertThat(question.changes()).isEmpty();
        assertThat(question.keep()).isEqualTo(Question.Keep.THREAD);
    }
}
