/// The Chat Completions API.
@NullMarked
package dev.pawl.provider.chat;

import org.jspecify.annotations.NullMarked;
