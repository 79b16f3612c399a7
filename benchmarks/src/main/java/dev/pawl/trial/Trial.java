package dev.pawl.trial;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import java.io.IOException;

/// Something that is run for its figures: a benchmark or a campaign.
public interface Trial {
    /// Its name and options; a seed and bounds are options.
    CommandUsage usage();

    /// Runs to its bounds. Progress goes to stderr, the figures come back.
    ///
    /// @throws IOException when the machine fails, not when the thing tried does: that is a figure
    Figures run(Arguments arguments) throws IOException, InterruptedException;
}
