package dev.pawl.tool.checkpoint;

import java.util.List;

/// All files of a workspace at one moment.
///
/// @param tree git's name of it
/// @param left what it does not hold, and why
record Picture(String tree, List<String> left) {
    Picture {
        left = List.copyOf(left);
    }
}
