/// Typed names that cannot be swapped. No behaviour beyond the rule of each name.
@NullMarked
package dev.pawl.id;

import org.jspecify.annotations.NullMarked;
