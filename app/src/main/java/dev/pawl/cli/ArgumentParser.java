package dev.pawl.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns the words of a command line into a command and its arguments. Used once for each line.
///
/// Options may stand before, between and after the other words; `--` ends them. No reflection and
/// no regular expressions: this runs at each start.
public final class ArgumentParser {
    /// What a command line asks for.
    public sealed interface Line {
        /// Run this.
        record Run(Subcommand command, Arguments arguments) implements Line {}

        /// Explain this; empty means the program as a whole.
        record Explain(String topic) implements Line {}

        /// Say which version this is.
        record Version() implements Line {}
    }

    private final CommandTable table;
    private final Messages messages;
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();
    /// Options that stood before the command they are for.
    private final List<Early> early = new ArrayList<>();
    private String name = "";
    private boolean nameIsOpen = true;
    private boolean wantsHelp;
    private boolean wantsVersion;

    private record Early(String spelling, String value) {}

    private ArgumentParser(CommandTable table, Messages messages) {
        this.table = table;
        this.messages = messages;
    }

    /// @throws UsageError with the fix in its message
    public static Line parse(CommandTable table, Messages messages, List<String> line) {
        return new ArgumentParser(table, messages).read(line);
    }

    private Line read(List<String> line) {
        int at = 0;
        while (at < line.size()) {
            var word = line.get(at++);
            if (word.equals("--")) {
                nameIsOpen = false;
                words.addAll(line.subList(at, line.size()));
                break;
            }
            if (word.startsWith("--")) at = longOption(word, line, at);
            else if (word.length() > 1 && word.charAt(0) == '-') at = shortOptions(word, line, at);
            else plainWord(word);
        }
        if (wantsVersion) return new Line.Version();
        if (!wantsHelp) giveEarly();
        if (wantsHelp) return new Line.Explain(name);
        return toRun();
    }

    /// Extends the command's name while it can; what comes after is the command's.
    private void plainWord(String word) {
        if (nameIsOpen) {
            var longer = name.isEmpty() ? word : name + " " + word;
            if (table.leadsAnywhere(longer)) {
                name = longer;
                return;
            }
            nameIsOpen = false;
        }
        words.add(word);
    }

    private int longOption(String word, List<String> line, int next) {
        int equals = word.indexOf('=');
        var spelling = equals < 0 ? word : word.substring(0, equals);
        if (spelling.equals("--version") && name.isEmpty()) {
            wantsVersion = true;
            return next;
        }
        if (isEarly(spelling)) return earlyOption(spelling, equals < 0 ? "" : word.substring(equals), line, next);
        var option = option(spelling);
        if (!option.takesValue()) {
            if (equals >= 0) throw wrong(Text.FLAG_TAKES_NO_VALUE, spelling, word.substring(equals + 1));
            give(option, "");
            return next;
        }
        if (equals >= 0) {
            give(option, word.substring(equals + 1));
            return next;
        }
        give(option, following(option, spelling, line, next));
        return next + 1;
    }

    /// `-k value`, `-kvalue`, `-k=value`, and flags in a bunch: `-qv`.
    private int shortOptions(String word, List<String> line, int next) {
        for (int i = 1; i < word.length(); i++) {
            var spelling = "-" + word.charAt(i);
            if (spelling.equals("-V") && name.isEmpty()) {
                wantsVersion = true;
                continue;
            }
            if (isEarly(spelling)) return earlyOption(spelling, word.substring(i + 1), line, next);
            var option = option(spelling);
            if (!option.takesValue()) {
                give(option, "");
                continue;
            }
            var rest = word.substring(i + 1);
            if (rest.isEmpty()) {
                give(option, following(option, spelling, line, next));
                return next + 1;
            }
            give(option, rest.charAt(0) == '=' ? rest.substring(1) : rest);
            return next;
        }
        return next;
    }

    /// Whether it is unknown here, and known to a command that may still come.
    private boolean isEarly(String spelling) {
        if (!nameIsOpen || isKnown(spelling)) return false;
        return !table.below(name, spelling).isEmpty();
    }

    private boolean isKnown(String spelling) {
        for (var option : table.optionsOf(name)) if (option.names().contains(spelling)) return true;
        return false;
    }

    /// Read once the command is known. Where commands differ about its value, the next word is one
    /// unless it leads to a command.
    private int earlyOption(String spelling, String joined, List<String> line, int next) {
        if (!joined.isEmpty()) {
            early.add(new Early(spelling, joined.charAt(0) == '=' ? joined.substring(1) : joined));
            return next;
        }
        var options = table.below(name, spelling);
        var takes = options.stream().allMatch(Option::takesValue)
                || (options.stream().anyMatch(Option::takesValue) && next < line.size() && !leads(line.get(next)));
        early.add(new Early(spelling, takes ? following(options.getFirst(), spelling, line, next) : ""));
        return takes ? next + 1 : next;
    }

    private boolean leads(String word) {
        return table.leadsAnywhere(name.isEmpty() ? word : name + " " + word);
    }

    private void giveEarly() {
        for (var given : early) {
            var option = option(given.spelling());
            if (option.takesValue() && given.value().isEmpty()) {
                throw wrong(Text.OPTION_NEEDS_VALUE, given.spelling(), option.valueName());
            }
            if (!option.takesValue() && !given.value().isEmpty()) {
                throw wrong(Text.FLAG_TAKES_NO_VALUE, given.spelling(), given.value());
            }
            give(option, given.value());
        }
    }

    private String following(Option option, String spelling, List<String> line, int next) {
        if (next < line.size()) {
            var value = line.get(next);
            if (value.length() < 2 || value.charAt(0) != '-' || isNumber(value)) return value;
        }
        throw wrong(Text.OPTION_NEEDS_VALUE, spelling, option.valueName());
    }

    private static boolean isNumber(String value) {
        return Character.isDigit(value.charAt(1));
    }

    private void give(Option option, String value) {
        if (option.name().equals("--help")) wantsHelp = true;
        checkChoice(option.name(), option.choices(), value);
        values.computeIfAbsent(option.name(), _ -> new ArrayList<>()).add(value);
    }

    private Option option(String spelling) {
        var options = table.optionsOf(name);
        for (var option : options) if (option.names().contains(spelling)) return option;
        var message = messages.say(Text.UNKNOWN_OPTION, spelling, commandLine());
        throw usageError(message, spelling.length() > 2 ? Suggestion.nearest(spelling, spellings()) : Optional.empty());
    }

    /// All options there are at this place.
    private List<String> spellings() {
        var spellings = new ArrayList<String>();
        for (var option : table.optionsOf(name)) spellings.addAll(option.names());
        if (name.isEmpty()) spellings.add("--version");
        return spellings;
    }

    private Line toRun() {
        var command = table.find(name).orElse(null);
        if (command == null) {
            if (!name.isEmpty()) {
                if (!words.isEmpty()) throw unknownWord(words.getFirst());
                throw wrong(Text.INCOMPLETE_COMMAND, commandLine(), String.join(", ", table.nextWords(name)));
            }
            if (words.isEmpty()) return new Line.Explain("");
            throw unknownWord(words.getFirst());
        }
        if (name.isEmpty() && words.size() == 1) refuseTypo(words.getFirst());
        refuseForeign();
        return new Line.Run(command, new Arguments(table, command.usage(), values, operands(command)));
    }

    /// One word that is nearly a command is more likely that than something to say.
    private void refuseTypo(String word) {
        if (Suggestion.nearest(word, table.nextWords("")).isPresent()) throw unknownWord(word);
    }

    /// An option that stood before the command may be one of `pawl` alone.
    private void refuseForeign() {
        var known = table.optionsOf(name);
        for (var given : values.keySet()) {
            if (known.stream().noneMatch(option -> option.name().equals(given)))
                throw wrong(Text.UNKNOWN_OPTION, given, commandLine());
        }
    }

    private Map<String, List<String>> operands(Subcommand command) {
        var given = new LinkedHashMap<String, List<String>>();
        int at = 0;
        for (var operand : command.usage().operands()) {
            int left = words.size() - at;
            if (operand.arity() == Operand.Arity.ANY) {
                if (left > 0) given.put(operand.name(), List.copyOf(words.subList(at, words.size())));
                return given;
            }
            if (left == 0) {
                if (operand.arity() == Operand.Arity.AT_MOST_ONE) return given;
                throw wrong(Text.MISSING_WORD, commandLine(), operand.name());
            }
            checkChoice(operand.name(), operand.choices(), words.get(at));
            given.put(operand.name(), List.of(words.get(at++)));
        }
        if (at < words.size()) throw wrong(Text.EXTRA_WORD, commandLine(), words.get(at));
        return given;
    }

    private void checkChoice(String owner, List<String> choices, String value) {
        if (choices.isEmpty() || choices.contains(value)) return;
        var message = messages.say(Text.BAD_CHOICE, owner, value, String.join(", ", choices));
        throw usageError(message, Suggestion.nearest(value, choices));
    }

    private UsageError unknownWord(String word) {
        var longer = name.isEmpty() ? word : name + " " + word;
        var asOption = "--" + word;
        var near = spellings().contains(asOption)
                ? Optional.of(asOption)
                : Suggestion.nearest(word, table.nextWords(name));
        return usageError(messages.say(Text.UNKNOWN_COMMAND, longer), near);
    }

    private UsageError wrong(Text text, String... values) {
        return usageError(messages.say(text, values), Optional.empty());
    }

    private UsageError usageError(String message, Optional<String> meant) {
        var hint = meant.isPresent()
                ? messages.say(Text.DID_YOU_MEAN, meant.get())
                : messages.say(Text.SEE_HELP, commandLine() + " --help");
        return new UsageError(message + "\n  " + hint);
    }

    private String commandLine() {
        return table.callOf(name);
    }
}
