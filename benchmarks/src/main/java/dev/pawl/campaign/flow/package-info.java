/// `./campaign flow`: random walks of workflows with crashes. Start with [FlowCampaign].
@NullMarked
package dev.pawl.campaign.flow;

import org.jspecify.annotations.NullMarked;
