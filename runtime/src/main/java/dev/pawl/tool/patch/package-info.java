/// Patches: read, matched against the files, and written all or nothing.
@NullMarked
package dev.pawl.tool.patch;

import org.jspecify.annotations.NullMarked;
