/// Random inputs for parsers: no crash, no hang, nothing half done.
@NullMarked
package dev.pawl.campaign.fuzz;

import org.jspecify.annotations.NullMarked;
