package dev.pawl.view;

/// A command that goes on after its call returned: its number, and what it printed so far.
///
/// @param process empty where the text did not say
record Outlived(String process, String output) {
    private static final String RUNS = "\nProcess running with session ID ";
    private static final String OUTPUT = "\nOutput:\n";

    /// Read from the text for the model, which says where the output begins.
    static Outlived of(String text) {
        var at = text.indexOf(OUTPUT);
        var number = text.indexOf(RUNS);
        if (at < 0 || number < 0 || number > at) return new Outlived("", "");
        var from = number + RUNS.length();
        return new Outlived(text.substring(from, text.indexOf('\n', from)), text.substring(at + OUTPUT.length()));
    }

    boolean isSame(Outlived other) {
        return !process.isEmpty() && process.equals(other.process);
    }

    Outlived and(Outlived more) {
        return new Outlived(process, output + more.output);
    }
}
