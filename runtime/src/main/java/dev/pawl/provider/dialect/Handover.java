package dev.pawl.provider.dialect;

/// How a model is told what came before a compaction.
public final class Handover {
    private static final String OPENING =
            "Another language model started to solve this problem and produced a summary of its work so far."
                    + " The tools it used, and what they changed, are at your hands too. Build on that work and do"
                    + " not repeat it. This is the summary:\n";

    private Handover() {}

    public static String text(String summary) {
        return OPENING + summary;
    }
}
