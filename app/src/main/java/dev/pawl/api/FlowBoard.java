package dev.pawl.api;

import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.runner.folder.FlowPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The workflows of this machine's folders, as a server shows and runs them. Safe for use by many
/// threads.
public interface FlowBoard {
    /// Those that are not idle.
    List<FlowPlace> active();

    /// The workflow whose turns run in this thread; empty when it has none, or one of another
    /// machine.
    Optional<FlowPlace> of(ThreadId thread);

    /// The workspace of a folder.
    FlowPlace at(Path folder);

    /// A thread for a new workflow, checked and stored.
    ///
    /// @throws ApiError when its turns could not run here
    NewFlow open(FlowPlace place, String title);

    /// @param workflow an id that was never used
    record NewFlow(String workflow, ThreadId thread, String sandbox, String approval) {}

    /// Goes on with it here, unless another process runs it.
    void goOn(FlowPlace place);

    /// A name for one run of this process.
    WorkerId runner();

    /// Tells of every thread whose workflow has changed, until the result is closed.
    AutoCloseable whenChanged(Consumer<ThreadId> thread);
}
