package dev.pawl.tui;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.command.Command;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.status.View;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What the terminal needs of the rest of the program, made by the wiring. Safe for use by many
/// threads; calls may block, so the thread that draws makes none of them.
public interface ThreadAccess extends AutoCloseable {
    /// A thread that is not stored yet, set up by the settings.
    ChatThread fresh();

    /// The thread a person means: its id, the beginning of it, or `last`. Throws
    /// [dev.pawl.cli.UsageError] when there is none.
    ChatThread find(String word);

    /// @param preview the first words said in it
    record ListedThread(ChatThread thread, String preview, View status) {}

    /// The threads that were used last, newest first.
    ///
    /// @param query words of the title or the preview; empty for all
    List<ListedThread> threads(String query, int most);

    /// Tells of a thread until the result is closed; it need not be stored yet.
    Following follow(ChatThread thread, Follower follower);

    /// First how the thread stands, then what changes, in order. All are called by threads of
    /// their own and must not block.
    interface Follower {
        void stands(ThreadView view);

        void changed(List<ThreadChange> changes);

        /// The process that ran the turns has ended.
        void lost(Runner runner);
    }

    @FunctionalInterface
    interface Following extends AutoCloseable {
        @Override
        void close();
    }

    enum Delivery {
        /// A turn of its own, after those before it.
        QUEUE,
        /// Into the turn under way, if there is one.
        STEER
    }

    /// Says something in a thread; the first words store it.
    Reply submit(ChatThread thread, List<Item> items, Delivery delivery);

    /// A picture to send. Throws [dev.pawl.cli.UsageError] when it cannot be sent.
    Part picture(Path file);

    /// A person's answer, or the end of a queued turn.
    Reply accept(Command command);

    LetterId letter();

    /// Ends the turn under way.
    Reply interrupt(ThreadId thread);

    Reply compact(ChatThread thread);

    /// Asks the agent to review what is not committed, or what the words say.
    Reply review(ChatThread thread, String words);

    /// An agent of a tree of agents that call each other.
    ///
    /// @param depth 0 for the thread at the top
    /// @param name  its nickname; empty at the top
    record AgentLine(ListedThread listed, int depth, String name, String role) {}

    /// The tree that a thread belongs to, each agent below the one that called it.
    List<AgentLine> agents(ChatThread thread);

    /// A workflow for a person.
    ///
    /// @param head  where it stands
    /// @param notes what else there is to know
    record FlowBoard(String head, String requirement, List<FlowTask> tasks, List<String> notes) {
        public FlowBoard {
            tasks = List.copyOf(tasks);
            notes = List.copyOf(notes);
        }
    }

    /// @param evidence what its checks say; empty for nothing yet
    /// @param lines    its checks and what became of them
    record FlowTask(String id, String title, Progress progress, String evidence, List<String> lines) {
        public enum Progress {
            PENDING,
            RUNNING,
            DONE,
            STUCK,
            LEFT_OUT
        }

        public FlowTask {
            lines = List.copyOf(lines);
        }
    }

    /// The workflow of the thread's folder; empty when there is none.
    Optional<FlowBoard> flow(ChatThread thread);

    /// How many threads beside this one wait for a person.
    int waitingElsewhere(ThreadId except);

    ChatThread configure(ChatThread thread, Setup next);

    ChatThread rename(ChatThread thread, String title);

    void archive(ChatThread thread);

    /// A copy of a thread up to and with a turn; up to its last without one.
    ChatThread fork(ChatThread thread, Optional<TurnId> until);

    /// Returns the file that was written.
    Path export(ChatThread thread);

    /// What is different in the thread's folder from the last commit, new files too.
    List<FileChange> diff(ChatThread thread);

    /// A state of the folder that can be gone back to.
    record RestorePoint(long id, Instant at, TurnId turn) {}

    /// Those of a thread, newest first.
    List<RestorePoint> restorePoints(ChatThread thread);

    /// What going back to before it would change.
    List<FileChange> preview(ChatThread thread, RestorePoint point);

    /// @return the files that were restored
    List<String> restore(ChatThread thread, RestorePoint point);

    List<String> models();

    /// An MCP server and what is known of it.
    record McpServer(String name, String about) {}

    List<McpServer> servers();

    /// A text a person asks for by name: a skill, or a prompt of their own.
    record NamedText(String name, String about, Kind kind) {
        public enum Kind {
            SKILL,
            PROMPT
        }
    }

    List<NamedText> texts(ChatThread thread);

    /// What is sent for a person's own prompt.
    String prompt(String name, String arguments);

    /// What was typed before, the oldest first.
    List<String> history();

    void remember(String text);

    /// Another process that runs the turns.
    record Runner(long pid, boolean isAlive) {}

    /// Nothing where this process runs them.
    Optional<Runner> runner();

    /// Starts a process that goes on with the thread's turn when this one has ended.
    void goOnWithout(ThreadId thread);

    @Override
    void close();
}
