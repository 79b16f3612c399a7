/// The worker and the ledger under a seeded schedule: one thread moves at a time, and the dice say
/// which, when time passes, who crashes, what is lost, doubled or late. Start with [Simulation].
@NullMarked
package dev.pawl.campaign.simulate;

import org.jspecify.annotations.NullMarked;
