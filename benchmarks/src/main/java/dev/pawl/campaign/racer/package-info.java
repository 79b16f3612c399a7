/// Patches while somebody else swaps folders and files for links that lead outside.
@NullMarked
package dev.pawl.campaign.racer;

import org.jspecify.annotations.NullMarked;
