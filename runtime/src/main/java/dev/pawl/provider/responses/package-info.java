/// The Responses API.
@NullMarked
package dev.pawl.provider.responses;

import org.jspecify.annotations.NullMarked;
