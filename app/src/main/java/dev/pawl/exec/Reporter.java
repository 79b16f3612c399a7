package dev.pawl.exec;

import dev.pawl.thread.ChatThread;
import dev.pawl.view.ThreadChange;

/// Reports a turn as it goes. [#began] and [#report] are called by one thread at a time, the others
/// by any.
interface Reporter extends AutoCloseable {
    void began(ChatThread thread);

    /// Whether it shows the thread's status. Without, none is derived.
    default boolean showsStatus() {
        return false;
    }

    /// A change of the turn; the last one is its end.
    void report(ThreadChange change);

    /// Leaves the terminal to others until [#resume]: a question, a message.
    default void pause() {}

    default void resume() {}

    /// Leaves the terminal for good. May be called twice.
    @Override
    default void close() {}
}
