/// Tools whose answer comes from a person.
@NullMarked
package dev.pawl.tool.person;

import org.jspecify.annotations.NullMarked;
