package dev.pawl.runner.folder;

import dev.pawl.runner.FlowSite;
import java.nio.file.Path;

/// A workspace with its workflow.
///
/// @param folder the same files as the site's, with what only surfaces need
public record FlowPlace(Path root, FlowSite site, FlowFolder folder) {}
