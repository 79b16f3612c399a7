/// Texts that come with the program: statements, messages, words for the model. Depends on nothing.
@NullMarked
package dev.pawl.resource;

import org.jspecify.annotations.NullMarked;
