package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Path;

/// A path that the agent may not read or write, whatever its name or link says.
public final class HiddenPath extends IOException {
    private static final long serialVersionUID = 1L;

    HiddenPath(Path path, String why) {
        super("`" + path + "` is hidden from the agent: " + why);
    }
}
