/// API keys and other values that must not be shown.
@NullMarked
package dev.pawl.config.secret;

import org.jspecify.annotations.NullMarked;
