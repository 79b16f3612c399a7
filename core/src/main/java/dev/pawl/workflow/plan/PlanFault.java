package dev.pawl.workflow.plan;

/// Something that keeps a plan from being offered to a person.
///
/// @param line of the document; 0 when no line is at fault
public record PlanFault(Kind kind, int line, String detail) {
    public enum Kind {
        NO_GOAL("the section `## Goal` is missing or empty"),
        NO_TASKS("the section `## Tasks` has no task line"),
        UNKNOWN_SECTION("there is no such section"),
        DOUBLE_SECTION("the section occurs twice"),
        BAD_TASK_LINE("not a task line: write `- [ ] T-001 title | deps: - | files: a.txt | verify: ID`"),
        UNKNOWN_KEY("a task line has the keys deps, files, req and verify only"),
        DUPLICATE_ID("the task id is used twice"),
        UNKNOWN_DEPENDENCY("the task it depends on does not exist"),
        CYCLE("the dependencies form a cycle"),
        NO_VERIFY("each task needs `verify:` with check ids, or `verify: none`"),
        UNKNOWN_CHECK("there is no check with this id"),
        UNKNOWN_REQUIREMENT("the requirement does not exist"),
        OPEN_QUESTION("an open [NEEDS CLARIFICATION] is left"),
        NOT_QUICK("a quick plan has exactly one task and no design"),
        RENUMBERED("the task had another id in the last version: ids are kept");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /// For the model and for people.
    public String words() {
        return (line > 0 ? "line " + line + ": " : "") + kind.words + (detail.isEmpty() ? "" : " (" + detail + ")");
    }
}
