package dev.pawl.cli;

import java.util.Optional;

/// What a review looks at, and the words that ask for it.
public sealed interface ReviewRequest {
    /// What the agent is told before it.
    String MANNER = "Change nothing. For each problem name the file and the line, how bad it is"
            + " and why; leave out what is a matter of taste. Say so when there is none.";

    String words();

    record Uncommitted() implements ReviewRequest {
        @Override
        public String words() {
            return "Review the changes in the working tree that are not committed: staged, unstaged and new files.";
        }
    }

    record Base(String branch) implements ReviewRequest {
        @Override
        public String words() {
            return "Review the changes since the merge base with the branch " + branch + ".";
        }
    }

    record Commit(String sha, Optional<String> title) implements ReviewRequest {
        @Override
        public String words() {
            return "Review the commit " + sha
                    + title.map(name -> " (" + name + ")").orElse("") + ".";
        }
    }

    record Custom(String words) implements ReviewRequest {}
}
