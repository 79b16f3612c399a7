/// Tools that look, plan or hand in; none of them changes a file.
@NullMarked
package dev.pawl.tool.files;

import org.jspecify.annotations.NullMarked;
