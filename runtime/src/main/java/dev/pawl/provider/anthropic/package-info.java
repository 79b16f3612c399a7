/// The Messages API of Anthropic.
@NullMarked
package dev.pawl.provider.anthropic;

import org.jspecify.annotations.NullMarked;
