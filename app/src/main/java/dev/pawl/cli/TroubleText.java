package dev.pawl.cli;

import dev.pawl.view.ModelTrouble;
import java.util.Optional;

/// Why the model did not respond, in a person's words: what happened, and what to do.
///
/// @param happened one sentence, with what the server said where that says more
/// @param remedy   what to do about it
public record TroubleText(String happened, String remedy) {
    /// Empty when the words are not about the model's server.
    ///
    /// @param kind why the model did not respond, in one word; may be empty
    public static Optional<TroubleText> of(Messages messages, String kind, String words) {
        return ModelTrouble.of(kind, words).map(trouble -> of(messages, trouble));
    }

    private static TroubleText of(Messages messages, ModelTrouble trouble) {
        var name = trouble.cause().name();
        var server = trouble.server().isEmpty() ? messages.say(Text.TROUBLE_THE_SERVER) : trouble.server();
        var happened = messages.say(Text.valueOf("TROUBLE_" + name), server);
        if (!trouble.said().isEmpty()) happened = messages.say(Text.TROUBLE_SAYING, happened, trouble.said());
        if (!trouble.pause().isEmpty()) happened = messages.say(Text.TROUBLE_PAUSE, happened, trouble.pause());
        return new TroubleText(happened, messages.say(Text.valueOf("TROUBLE_DO_" + name), server));
    }
}
