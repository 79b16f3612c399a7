/// Many threads stream at once while subscribers of the event stream read along, some of them
/// slowly.
///
/// Start with [LoadCampaign]. The server is a real `pawl serve` in a process of its own; the model
/// is a server of this process, so that one clock dates both ends.
@NullMarked
package dev.pawl.campaign.load;

import org.jspecify.annotations.NullMarked;
