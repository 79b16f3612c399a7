package dev.pawl.tui.compose;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;

/// Choices below the field, one of them selected.
public record ChoiceList(List<Choice> choices, int selected) {
    private static final int MOST_ROWS = 8;
    public static final ChoiceList NONE = new ChoiceList(List.of(), 0);

    public ChoiceList {
        choices = List.copyOf(choices);
    }

    public static ChoiceList of(List<Choice> choices) {
        return new ChoiceList(choices, 0);
    }

    public boolean isEmpty() {
        return choices.isEmpty();
    }

    public Choice current() {
        return choices.get(selected);
    }

    public ChoiceList move(int rows) {
        return isEmpty() ? this : new ChoiceList(choices, Math.floorMod(selected + rows, choices.size()));
    }

    public List<Line> rows(int columns) {
        var rows = new ArrayList<Line>();
        var from = Math.clamp(selected - MOST_ROWS + 1L, 0, Math.max(0, choices.size() - MOST_ROWS));
        var shown = choices.subList(from, Math.min(choices.size(), from + MOST_ROWS));
        var wide = shown.stream()
                .mapToInt(choice -> Line.plain(choice.label()).width())
                .max()
                .orElse(0);
        for (var i = 0; i < shown.size(); i++) {
            var choice = shown.get(i);
            var isSelected = from + i == selected;
            var label = Line.of(isSelected ? Role.SELECTED : Role.PLAIN, (isSelected ? "› " : "  ") + choice.label());
            if (!choice.about().isEmpty())
                label = label.and(" ".repeat(Math.max(0, Math.min(wide, columns / 2) + 4 - label.width())))
                        .and(Role.FAINT, choice.about());
            rows.add(label.cut(columns));
        }
        return rows;
    }
}
