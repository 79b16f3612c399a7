package dev.pawl.cli;

import java.util.ArrayList;
import java.util.List;

/// Help, written from the [CommandUsage] of each command.
public final class HelpText {
    private static final int COLUMN = 26;

    private final CommandTable table;
    private final HelpWords words;
    private final StringBuilder text = new StringBuilder(1024);

    private HelpText(CommandTable table, HelpWords words) {
        this.table = table;
        this.words = words;
    }

    /// Help for a command, for the beginning of some (`config`), or, with an empty topic, for the
    /// program.
    public static String of(CommandTable table, String topic, HelpWords words) {
        var help = new HelpText(table, words);
        var command = table.find(topic);
        if (command.isPresent() && !topic.isEmpty()) help.command(command.get().usage());
        else help.overview(topic);
        return help.text.toString();
    }

    private void overview(String topic) {
        var line = table.callOf(topic);
        if (topic.isEmpty()) text.append(words.of(table.about())).append("\n\n");
        title("usage:").append(' ').append(line).append(' ').append(words.of("COMMAND"));
        text.append(' ').append(words.of("[OPTIONS]")).append("\n\n");
        title("commands:").append('\n');
        for (var usage : table.shown()) {
            if (usage.isBelow(topic)) row(usage.name(), words.of(usage.summary()));
        }
        options("options of every command:", table.common());
        if (topic.isEmpty()) row("-V, --version", words.of("which version this is"));
        text.append('\n');
        title("More about one:").append(' ').append(line).append(' ').append(words.of("COMMAND"));
        text.append(" --help\n");
    }

    private void command(CommandUsage usage) {
        title("usage:").append(' ').append(table.callOf(usage.name()));
        if (!usage.options().isEmpty()) text.append(' ').append(words.of("[OPTIONS]"));
        for (var operand : usage.operands()) text.append(' ').append(operand.shown());
        text.append("\n\n").append(words.of(usage.summary())).append('\n');
        if (!usage.operands().isEmpty()) {
            text.append('\n');
            title("words:").append('\n');
            for (var operand : usage.operands()) row(operand.shown(), choice(operand.summary(), operand.choices()));
        }
        var own = new ArrayList<>(table.optionsOf(usage.name()));
        own.removeAll(table.common());
        if (!own.isEmpty()) options("options:", own);
        options("options of every command:", table.common());
        if (usage.examples().isEmpty()) return;
        text.append('\n');
        title("examples:").append('\n');
        for (var example : usage.examples()) text.append("  ").append(example).append('\n');
    }

    private void options(String title, List<Option> options) {
        text.append('\n');
        title(title).append('\n');
        for (var option : options) {
            var left = new StringBuilder();
            for (var name : option.names().reversed()) {
                if (!left.isEmpty()) left.append(", ");
                left.append(name);
            }
            if (option.takesValue()) left.append(' ').append(option.valueName());
            row(left.toString(), choice(option.summary(), option.choices()));
        }
    }

    private StringBuilder title(String english) {
        return text.append(words.of(english));
    }

    private String choice(String summary, List<String> choices) {
        var said = words.of(summary);
        return choices.isEmpty() ? said : said + " (" + String.join(", ", choices) + ")";
    }

    private void row(String left, String right) {
        text.append("  ").append(left);
        if (left.length() >= COLUMN) text.append('\n').repeat(' ', COLUMN + 4);
        else text.repeat(' ', COLUMN + 2 - left.length());
        text.append(right).append('\n');
    }
}
