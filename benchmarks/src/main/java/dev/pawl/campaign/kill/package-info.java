/// Real worker processes, killed and stopped while they work, on a real store. Run by
/// `./campaign kill`.
///
/// Start with [KillCampaign], then [Director]. [KillWorker] is the process that is killed; [Audit]
/// says afterwards whether a promise was broken.
@NullMarked
package dev.pawl.campaign.kill;

import org.jspecify.annotations.NullMarked;
