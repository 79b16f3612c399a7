/// What a campaign needs of the patch tool's inside: its parser and matcher without a disk.
@NullMarked
package dev.pawl.tool.patch;

import org.jspecify.annotations.NullMarked;
