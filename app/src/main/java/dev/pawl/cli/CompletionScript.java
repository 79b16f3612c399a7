package dev.pawl.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Completion for bash, zsh and fish. The scripts carry the whole table: no JVM is started at a
/// tab.
final class CompletionScript {
    private final CommandTable table;

    CompletionScript(CommandTable table) {
        this.table = table;
    }

    /// Walks the words to find the command, then offers what may follow it.
    String bash() {
        var script = new StringBuilder("""
                # bash completion for pawl; load it with: source <(pawl completion bash)
                _pawl() {
                    local word cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" path="" front="" i
                    # bash takes --option=value apart, zsh does not
                    if [[ "$cur" == "=" ]]; then
                        cur=""
                    elif [[ "$prev" == "=" ]]; then
                        prev="${COMP_WORDS[COMP_CWORD-2]}"
                    elif [[ "$cur" == --*=* ]]; then
                        prev="${cur%%=*}" front="${cur%%=*}=" cur="${cur#*=}"
                    fi
                    for ((i = 1; i < COMP_CWORD; i++)); do
                        word="${COMP_WORDS[i]}"
                        case "$path $word" in
                """);
        for (var path : paths())
            script.append("            ' ")
                    .append(path)
                    .append("') path=' ")
                    .append(path)
                    .append("' ;;\n");
        script.append("        esac\n    done\n    case \"$prev\" in\n");
        for (var option : valued()) {
            script.append("        ").append(String.join("|", option.names())).append(") ");
            script.append(
                    option.choices().isEmpty()
                            ? "local IFS=$'\\n'; COMPREPLY=($(compgen -P \"$front\" -f -- \"$cur\")); return ;;\n"
                            : "COMPREPLY=($(compgen -P \"$front\" -W '" + String.join(" ", option.choices())
                                    + "' -- \"$cur\")); return ;;\n");
        }
        script.append("    esac\n    local offer=\"\"\n    case \"$path\" in\n");
        var all = new ArrayList<String>();
        all.add("");
        all.addAll(paths());
        for (var path : all) {
            script.append("        '").append(path.isEmpty() ? "" : " " + path).append("') offer='");
            script.append(String.join(" ", offered(path))).append("' ;;\n");
        }
        return script.append("""
                    esac
                    COMPREPLY=($(compgen -W "$offer" -- "$cur"))
                    [[ ${#COMPREPLY[@]} -gt 0 || "$cur" == -* ]] && return
                    local IFS=$'\\n'
                    COMPREPLY=($(compgen -f -- "$cur"))
                }
                complete -o filenames -F _pawl pawl ./pawl
                """).toString();
    }

    /// zsh runs the bash function through its own compatibility layer.
    String zsh() {
        return "#compdef pawl\n# zsh completion for pawl; put it as _pawl into a folder of $fpath\n"
                + "autoload -U +X bashcompinit && bashcompinit\n"
                + bash();
    }

    String fish() {
        var script =
                new StringBuilder("# fish completion for pawl; put it into ~/.config/fish/completions/pawl.fish\n");
        for (var word : table.nextWords("")) {
            line(script, "__fish_use_subcommand", "-f -a " + word, summary(word));
        }
        for (var path : paths()) {
            var seen = "__fish_seen_subcommand_from " + path.substring(path.lastIndexOf(' ') + 1);
            for (var word : table.nextWords(path)) line(script, seen, "-f -a " + word, summary(path + " " + word));
            var command = table.find(path);
            if (command.isEmpty()) continue;
            for (var operand : command.get().usage().operands()) {
                for (var choice : operand.choices()) line(script, seen, "-f -a " + choice, operand.summary());
            }
            for (var option : command.get().usage().options()) line(script, seen, fishOption(option), option.summary());
        }
        for (var option : table.common()) line(script, "true", fishOption(option), option.summary());
        return script.toString();
    }

    private static void line(StringBuilder script, String condition, String what, String summary) {
        script.append("complete -c pawl -n '").append(condition).append("' ").append(what);
        script.append(" -d '").append(summary.replace("'", "\\'")).append("'\n");
    }

    private static String fishOption(Option option) {
        var what = new StringBuilder();
        for (var name : option.names()) {
            if (!what.isEmpty()) what.append(' ');
            what.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
        }
        if (option.takesValue()) what.append(" -r");
        if (!option.choices().isEmpty())
            what.append(" -f -a '").append(String.join(" ", option.choices())).append('\'');
        return what.toString();
    }

    private String summary(String path) {
        var command = table.find(path);
        return command.isPresent() ? command.get().usage().summary() : String.join(", ", table.nextWords(path));
    }

    /// Every command and every beginning of one.
    private List<String> paths() {
        var paths = new LinkedHashSet<String>();
        for (var usage : table.shown()) {
            for (int end = usage.name().indexOf(' ');
                    end > 0;
                    end = usage.name().indexOf(' ', end + 1)) {
                paths.add(usage.name().substring(0, end));
            }
            if (!usage.name().isEmpty()) paths.add(usage.name());
        }
        return List.copyOf(paths);
    }

    private List<String> offered(String path) {
        var offered = new ArrayList<>(table.nextWords(path));
        if (path.equals("help")) offered.addAll(table.nextWords(""));
        var command = table.find(path);
        if (command.isPresent()) {
            for (var operand : command.get().usage().operands()) offered.addAll(operand.choices());
        }
        for (var option : table.optionsOf(path)) offered.addAll(option.names());
        if (path.isEmpty()) offered.add("--version");
        return offered;
    }

    /// Options with a value. Two commands may give one name different choices: then any of them is
    /// offered.
    private List<Option> valued() {
        var valued = new ArrayList<Option>();
        var seen = new LinkedHashSet<List<String>>();
        for (var path : paths()) {
            for (var option : table.optionsOf(path)) {
                if (option.takesValue() && seen.add(option.names())) valued.add(option);
            }
        }
        return valued;
    }
}
