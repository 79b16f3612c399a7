/// What the wire formats share: the port that each of them is, settings of a provider, errors,
/// counts, and the forms of tools and seals.
@NullMarked
package dev.pawl.provider.dialect;

import org.jspecify.annotations.NullMarked;
