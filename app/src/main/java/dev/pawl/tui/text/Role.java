package dev.pawl.tui.text;

/// What a piece of text is. A [Theme] says how it looks.
public enum Role {
    PLAIN,
    STRONG,
    EMPHASIS,
    STRUCK,
    FAINT,
    ACCENT,
    HEADING,
    LINK,
    CODE,
    USER,
    GOOD,
    WARNING,
    BAD,
    SELECTED,
    ADDED,
    REMOVED,
    ADDED_WORD,
    REMOVED_WORD,
    KEYWORD,
    STRING,
    NUMBER,
    COMMENT,
    TYPE
}
