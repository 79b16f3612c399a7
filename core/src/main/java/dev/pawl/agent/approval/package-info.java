/// Whether a call may begin: what it would do ([dev.pawl.agent.approval.Intent]), how the thread
/// stands, and the table that decides.
@NullMarked
package dev.pawl.agent.approval;

import org.jspecify.annotations.NullMarked;
