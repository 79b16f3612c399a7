package dev.pawl.flow;

import dev.pawl.cli.Arguments;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowSite;
import dev.pawl.runner.folder.FlowFolder;
import dev.pawl.thread.ChatThread;
import java.nio.file.Path;

/// What `pawl flow` needs of the rest of the program, made by the wiring.
public interface FlowHost extends AutoCloseable {
    FlowSite site();

    FlowFolder folder();

    /// The workspace.
    Path root();

    Gateway gateway();

    /// Follows a thread: its log and its live words.
    ///
    /// @param alarm called when there is something to deliver; must be quick
    ThreadFollower follow(ThreadId thread, Runnable alarm);

    /// The name of this process as a runner.
    WorkerId self();

    /// Whether the folder is in a git repository, or the command line says that it need not be.
    boolean mayWorkHere();

    /// A thread for a new workflow, checked and stored. Throws [dev.pawl.cli.UsageError] when its
    /// turns could not run here.
    ChatThread openThread(String title);

    /// Whether a person sits at the terminal.
    boolean hasPerson();

    /// Asks the person at the terminal what the thread waits for; whether anything was answered.
    boolean askPerson(ThreadId thread);

    /// Whether the person at the terminal says yes; without a person the answer is no.
    boolean agrees(String question);

    /// A notification for a person who looks elsewhere.
    void callAttention(String words);

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Opener {
        FlowHost open(Arguments arguments, FlowListener listener);
    }
}
