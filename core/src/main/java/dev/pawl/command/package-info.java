/// What a surface may ask. Imperative names; a command's id makes asking twice asking once.
@NullMarked
package dev.pawl.command;

import org.jspecify.annotations.NullMarked;
