package dev.pawl.status;

/// The first bold words of a section of reasoning are its title; the next section's replace it.
///
/// The same reasoning may arrive twice, once with its item's name and once without: only one of the
/// two is read.
record ReasoningTitle(String title, String item, String buffer) {
    static final ReasoningTitle NONE = new ReasoningTitle("", "", "");

    private static final int MOST_BUFFERED = 512;
    private static final int MOST_SHOWN = 80;

    /// Empties the buffer and keeps the title until there is another.
    ReasoningTitle sectionBroken() {
        return new ReasoningTitle(title, "", "");
    }

    ReasoningTitle after(Signal.Thinking thinking) {
        if (thinking.whole())
            return sectionBroken().reading("", thinking.text()).sectionBroken();
        if (thinking.item().equals(item) || buffer.isEmpty()) return reading(thinking.item(), thinking.text());
        // Another item begins another section; one of the two without a name is a copy.
        if (thinking.item().isEmpty() || item.isEmpty()) return this;
        return sectionBroken().reading(thinking.item(), thinking.text());
    }

    private ReasoningTitle reading(String from, String text) {
        var all = buffer + text;
        if (all.length() > MOST_BUFFERED) all = all.substring(0, MOST_BUFFERED);
        var found = firstBold(all);
        return new ReasoningTitle(found.isEmpty() ? title : found, from, all);
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
