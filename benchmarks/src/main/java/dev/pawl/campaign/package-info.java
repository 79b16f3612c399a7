/// Long campaigns: a command each, with a seed and bounds; the last line is one JSON object.
@NullMarked
package dev.pawl.campaign;

import org.jspecify.annotations.NullMarked;
