package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// A writable folder is not the one it was when the thread began.
public final class RootReplaced extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    RootReplaced(Path folder, String what) {
        super("the folder " + folder + " " + what + ", so nothing is run or written there."
                + " If that is right, start a new thread, or name it: pawl exec resume THREAD --cd FOLDER");
    }
}
