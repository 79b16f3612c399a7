package dev.pawl.tool.patch;

import dev.pawl.card.Detail.FileChange;
import java.util.List;

/// What a patch will do, checked against the files.
///
/// @param steps   in the order they are done
/// @param changes the same for people, one for each file of the patch
/// @param summary the lines the model is told when it is done
record PatchPlan(List<Step> steps, List<FileChange> changes, String summary) {
    PatchPlan {
        steps = List.copyOf(steps);
        changes = List.copyOf(changes);
    }
}
