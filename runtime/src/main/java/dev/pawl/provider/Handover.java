package dev.pawl.provider;

/// How a model is told what came before a compaction.
final class Handover {
    private static final String OPENING =
            "Another language model started to solve this problem and produced a summary of its work so far."
                    + " The tools it used, and what they changed, are at your hands too. Build on that work and do"
                    + " not repeat it. This is the summary:\n";

    private Handover() {}

    static String text(String summary) {
        return OPENING + summary;
    }
}
