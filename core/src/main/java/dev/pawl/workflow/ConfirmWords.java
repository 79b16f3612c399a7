package dev.pawl.workflow;

import java.util.Locale;
import java.util.Set;

/// What a person means by a message to a plan that waits. Only a message that is a yes as a whole
/// is one: "ok, but rename it" asks for a change.
public enum ConfirmWords {
    CONFIRM,
    CANCEL,
    MODIFY;

    private static final Set<String> YES =
            Set.of("go", "yes", "y", "ok", "okay", "confirm", "确认", "好", "好的", "执行", "可以");
    private static final Set<String> NO = Set.of("cancel", "no", "n", "取消", "不", "不要");

    public static ConfirmWords of(String message) {
        var words = message.strip().toLowerCase(Locale.ROOT).replaceAll("[.!。！\\s]+$", "");
        if (YES.contains(words)) return CONFIRM;
        return NO.contains(words) ? CANCEL : MODIFY;
    }
}
