package dev.pawl.runner.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.ThreadId;
import dev.pawl.store.memory.MemoryWorkflows;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `active_context.md` beside its journal: what is kept, what is rebuilt, and many writers at once.
class ActiveContextFileTest {
    private static final String HERE = "host:/work";

    @TempDir
    private Path root;

    private final WorkflowStore store = new WorkflowStore(new MemoryWorkflows(InstantSource.system()));
    private final List<String> warnings = new ArrayList<>();
    private ActiveContextFile file;
    private int commands;

    @BeforeEach
    void openFile() {
        file = new ActiveContextFile(root, InstantSource.system(), warnings::add);
    }

    private Workflow flow() {
        return store.read(HERE).flow();
    }

    private void give(WorkflowCommand command) {
        store.commit(
                HERE,
                new WorkflowStore.Request(
                        "c" + commands++, command, FlowLimits.DEFAULT, OptionalLong.empty(), Optional.empty()));
    }

    private void begin() {
        give(new WorkflowCommand.Begin("w1", new ThreadId("t1"), "add X", false, "workspace-write", "never"));
    }

    private String text() throws IOException {
        return Files.readString(file.path());
    }

    private void isAsTheJournal() throws IOException {
        var reading = ActiveContext.read(text()).orElseThrow();
        assertThat(reading.revision()).isEqualTo(flow().revision());
        assertThat(reading.state()).isEqualTo(flow().state());
    }

    @Test
    void w42WhatOthersWroteIsKeptByteForByte() throws Exception {
        begin();
        file.save(this::flow);
        var mine = text().replace("schema: 1\n", "schema: 1\nmine: [1, 2] # keep\nnested:\n  a: b\n  c:\n    - d\n")
                        .replace("## 3. Scratchpad\n", "## 3. Scratchpad\n\nmy own words\n")
                + "\n## Mine\n\n- [ ] T-9 is mine\n";
        Files.writeString(file.path(), mine);
        give(new WorkflowCommand.Suspend("lunch"));
        file.save(this::flow);
        assertThat(text().lines()).contains("mine: [1, 2] # keep", "nested:", "  a: b", "    - d", "my own words");
        assertThat(text()).contains("## Mine\n\n- [ ] T-9 is mine\n", "paused: true");
        var changed = mine.lines()
                .filter(line -> !textLines().contains(line))
                .map(line -> line.replaceAll(":.*", ""))
                .toList();
        assertThat(changed).isSubsetOf("revision", "paused", "paused_at", "pause_reason", "updated_at");
        isAsTheJournal();
    }

    private List<String> textLines() {
        try {
            return text().lines().toList();
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    @Test
    void w43CrlfAndAByteOrderMarkAreRead() throws Exception {
        begin();
        file.save(this::flow);
        Files.writeString(file.path(), "\uFEFF" + text().replace("\n", "\r\n"));
        assertThat(file.editedState(flow())).isEmpty();
        give(new WorkflowCommand.Suspend("lunch"));
        file.save(this::flow);
        assertThat(text()).doesNotContain("\uFEFF", "\r");
        assertThat(warnings).isEmpty();
        isAsTheJournal();
    }

    @Test
    void w44ATruncatedFileIsPutAside() throws Exception {
        begin();
        file.save(this::flow);
        var half = text().substring(0, 40);
        Files.writeString(file.path(), half);
        assertThat(file.repair(this::flow)).isTrue();
        isAsTheJournal();
        try (var files = Files.list(file.path().resolveSibling(""))) {
            assertThat(files.filter(one -> one.getFileName().toString().contains("corrupt-")))
                    .singleElement()
                    .satisfies(one -> assertThat(one).hasContent(half));
        }
    }

    @Test
    void w45AMissingFileIsRebuiltAndNothingIsMadeOfNothing() throws Exception {
        assertThat(file.repair(this::flow)).as("no journal, no file").isFalse();
        assertThat(file.path()).doesNotExist();
        begin();
        assertThat(file.repair(this::flow)).isTrue();
        isAsTheJournal();
        assertThat(flow().state()).isEqualTo(WorkflowState.PLANNING);
    }

    @Test
    void w47AFileBehindItsJournalIsRolledForward() throws Exception {
        begin();
        file.save(this::flow);
        give(new WorkflowCommand.Suspend("lunch"));
        give(new WorkflowCommand.Cancel("no"));
        assertThat(file.editedState(flow())).as("an old file is no edit").isEmpty();
        assertThat(file.repair(this::flow)).isTrue();
        isAsTheJournal();
        assertThat(file.repair(this::flow)).isFalse();
    }

    /// Nobody is in the way of another one, and the last word is the journal's.
    @Test
    void manyWritersLeaveTheNewestState() throws Exception {
        begin();
        try (var threads = Executors.newFixedThreadPool(4)) {
            var all = new ArrayList<Future<?>>();
            for (int writer = 0; writer < 4; writer++) {
                var own = new ActiveContextFile(root, InstantSource.system(), warnings::add);
                var number = writer;
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 25; i++) {
                        var note = new WorkflowCommand.Note("w" + number, "note " + i);
                        store.commit(
                                HERE,
                                new WorkflowStore.Request(
                                        number + "-" + i,
                                        note,
                                        FlowLimits.DEFAULT,
                                        OptionalLong.empty(),
                                        Optional.empty()));
                        if (i % 2 == 0) own.save(this::flow);
                        else own.repair(this::flow);
                    }
                    return null;
                }));
            }
            for (var one : all) one.get();
        }
        isAsTheJournal();
        assertThat(warnings).isEmpty();
    }
}
