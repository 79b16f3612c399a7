package dev.pawl.tui.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Part;
import dev.pawl.cli.Messages;
import dev.pawl.id.TurnId;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Span;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShowTest {
    private static final TurnId TURN = new TurnId("turn");
    private static final Instant AT = Instant.EPOCH;
    private final Wording words = new Wording(new Messages(Messages.Language.EN));
    private final Transcript transcript = new Transcript(words, 60);

    private List<String> taken() {
        return transcript.take().stream().map(Line::text).toList();
    }

    private void begin(ItemView item) {
        transcript.add(new ThreadChange.ItemBegan(TURN, item, AT));
    }

    private void grow(String item, ThreadChange.Growth growth, String delta) {
        transcript.add(new ThreadChange.ItemGrew(TURN, item, growth, delta));
    }

    private void complete(ItemView item) {
        transcript.add(new ThreadChange.ItemCompleted(TURN, item, AT));
    }

    private static ItemView.CommandRun run(CommandProgress progress) {
        return new ItemView.CommandRun(
                "c", "/bin/bash -lc 'make test'", "/w", ItemView.CommandRun.Caller.AGENT, progress);
    }

    @Test
    void aMessageIsWrittenLineByLineAndOnce() {
        begin(new ItemView.AgentText("m", "", ""));
        grow("m", new ThreadChange.Growth.Text(), "first li");
        assertThat(taken()).isEmpty();
        assertThat(transcript.rows(5, Set.of(), AT)).extracting(Line::text).containsExactly("first li");
        grow("m", new ThreadChange.Growth.Text(), "ne\nsecond");
        assertThat(taken()).containsExactly("first line");
        complete(new ItemView.AgentText("m", "first line\nsecond line", ""));
        assertThat(taken()).containsExactly("second line");
        assertThat(transcript.rows(5, Set.of(), AT)).isEmpty();
    }

    @Test
    void aMessageThatWasHeardWronglyIsWrittenWhole() {
        begin(new ItemView.AgentText("m", "", ""));
        grow("m", new ThreadChange.Growth.Text(), "what was lo");
        complete(new ItemView.AgentText("m", "something else", ""));
        assertThat(taken()).containsExactly("what was lo", "", "something else");
    }

    @Test
    void aThoughtIsWrittenAboveWhatFollowsIt() {
        begin(new ItemView.Thinking("t", ""));
        grow("t", new ThreadChange.Growth.Summary(0, true), "**Reading**\n\nall of it");
        begin(new ItemView.AgentText("m", "", ""));
        complete(new ItemView.AgentText("m", "Done.", ""));
        complete(new ItemView.Thinking("t", "**Reading**\n\nall of it"));
        assertThat(taken()).containsExactly("• Thought: Reading", "", "Done.");
    }

    @Test
    void aRunningCommandShowsItsLastLines() {
        begin(run(new CommandProgress.Running("")));
        grow("c", new ThreadChange.Growth.Output(), "1\n2\n3\n4\n5\n6\n");
        assertThat(transcript.rows(9, Set.of(), AT.plusSeconds(3)))
                .extracting(Line::text)
                .containsExactly("• Running make test  3s", "  └ 3", "    4", "    5", "    6");
        assertThat(transcript.rows(9, Set.of("c"), AT))
                .as("a call that waits for a person")
                .isEmpty();
    }

    @Test
    void aCommandThatEndedShowsHowAndWhatItPrinted() {
        complete(run(new CommandProgress.Exited(2, "\033[31mred\033[0m\n10%\r100%\na\nb\nc\nd\ne\nf\n", 1234)));
        assertThat(taken())
                .containsExactly(
                        "• Ran make test  exit 2 · 1.2s", "  └ red", "    100%", "    a", "    … +3", "    e", "    f");
    }

    @Test
    void outputCannotSteerTheTerminal() {
        complete(run(new CommandProgress.Exited(0, "x\033[2Jy\033]0;t\007z", 0)));
        assertThat(taken()).allMatch(line -> line.indexOf('\033') < 0 && line.indexOf('\007') < 0);
    }

    @Test
    void changedWordsAreMarked() {
        var lines = DiffLines.of(
                DiffRows.parse("@@ -9,3 +9,3 @@\n one\n-the quick fox\n+the slow fox\n three\n"), "a.txt", 99);
        assertThat(lines)
                .extracting(Line::text)
                .containsExactly(" 9   one", "10 - the quick fox", "10 + the slow fox", "11   three");
        assertThat(lines.get(1).spans()).contains(new Span("quick", Role.REMOVED_WORD));
        assertThat(lines.get(2).spans()).contains(new Span("slow", Role.ADDED_WORD));
    }

    @Test
    void linesWithLittleInCommonHaveNoMarks() {
        var lines = DiffLines.of(DiffRows.parse("@@ -1 +1 @@\n-alpha beta\n+something else here\n"), "a.txt", 99);
        assertThat(lines).noneMatch(line -> line.spans().stream().anyMatch(span -> span.role() == Role.ADDED_WORD));
    }

    @Test
    void aStoppedTurnSaysSoAndLeavesNothingMoving() {
        begin(run(new CommandProgress.Running("")));
        var end = Deliverable.stopped("by the user");
        transcript.add(new ThreadChange.TurnEnded(TURN, AT, AT.plusSeconds(70), end, Optional.empty()));
        assertThat(taken().getFirst()).startsWith("• Interrupted.");
        assertThat(transcript.rows(9, Set.of(), AT)).isEmpty();
    }

    @Test
    void blocksAreSetApartAndWorkIsNot() {
        complete(new ItemView.UserText("u", List.of(new Part.Text("do it\nnow")), "user"));
        complete(run(new CommandProgress.Exited(0, "", 0)));
        complete(run(new CommandProgress.Exited(0, "", 0)));
        complete(new ItemView.AgentText("m", "Done.", ""));
        assertThat(taken()).containsExactly("› do it", "  now", "", "• Ran make test", "• Ran make test", "", "Done.");
    }
}
