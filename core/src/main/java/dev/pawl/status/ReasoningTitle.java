package dev.pawl.status;

/// The first bold words of a section of reasoning are its title; the next section's replace it.
///
/// The same reasoning may arrive twice, once with its item's name and once without: only one of the two
/// is read.
record ReasoningTitle(String title, String item, String buffer, boolean taken) {
    static final ReasoningTitle NONE = new ReasoningTitle("", "", "", false);

    private static final int MOST_BUFFERED = 512;
    private static final int MOST_SHOWN = 80;

    /// Empties the buffer and keeps the title until there is another.
    ReasoningTitle sectionBroken() {
        return new ReasoningTitle(title, "", "", false);
    }

    ReasoningTitle after(Signal.Thinking thinking) {
        if (thinking.whole()) {
            var alone = sectionBroken().reading("", thinking.text());
            return new ReasoningTitle(alone.title, "", "", false);
        }
        if (thinking.item().equals(item) || buffer.isEmpty()) return reading(thinking.item(), thinking.text());
        // Another item begins another section; one of the two without a name is a copy.
        if (thinking.item().isEmpty() || item.isEmpty()) return this;
        return sectionBroken().reading(thinking.item(), thinking.text());
    }

    private ReasoningTitle reading(String from, String text) {
        if (taken) return new ReasoningTitle(title, from, buffer, true);
        var all = buffer + text;
        if (all.length() > MOST_BUFFERED) all = all.substring(0, MOST_BUFFERED);
        var found = firstBold(all);
        return found.isEmpty()
                ? new ReasoningTitle(title, from, all, false)
                : new ReasoningTitle(found, from, all, true);
    }

    private static String firstBold(String text) {
        int open = text.indexOf("**");
        while (open >= 0) {
            int close = text.indexOf("**", open + 2);
            if (close < 0) return "";
            var words = text.substring(open + 2, close).strip();
            if (!words.isEmpty() && words.indexOf('\n') < 0) return Shortened.to(words, MOST_SHOWN);
            open = text.indexOf("**", words.isEmpty() ? close + 2 : close);
        }
        return "";
    }
}
