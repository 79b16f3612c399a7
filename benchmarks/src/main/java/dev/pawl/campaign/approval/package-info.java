/// Attempts to get a call past the person who decides: by how it is spelt, and by changing it after
/// the yes.
@NullMarked
package dev.pawl.campaign.approval;

import org.jspecify.annotations.NullMarked;
