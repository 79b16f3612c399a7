/// Secrets planted wherever a turn could find one, and a search for them afterwards.
@NullMarked
package dev.pawl.campaign.secrets;

import org.jspecify.annotations.NullMarked;
