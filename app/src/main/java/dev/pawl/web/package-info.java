/// `pawl serve`: the page, the API and the event streams over HTTP, for the user who started it.
@NullMarked
package dev.pawl.web;

import org.jspecify.annotations.NullMarked;
