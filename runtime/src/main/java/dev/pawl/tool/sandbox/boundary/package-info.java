/// Which paths and which network a command may reach, held by open descriptors so that a replaced
/// path is noticed.
@NullMarked
package dev.pawl.tool.sandbox.boundary;

import org.jspecify.annotations.NullMarked;
