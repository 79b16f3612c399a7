package dev.pawl.appserver.hub;

import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.codex.ServerQuestion;
import dev.pawl.command.Command;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.json.Json;
import java.util.Optional;
import java.util.function.Supplier;

/// Keeps a client's answer to a question. No turn waits for an answer that was given: what cannot
/// be kept of it is left out, and the thread's clients are told.
record ClientAnswers(Gateway gateway, Supplier<LetterId> letters) {
    /// Returns what the thread's clients are to be told; empty when all of the answer was kept.
    ///
    /// @param said empty when the client could not answer
    /// @throws RpcError when nothing of it could be kept: the question stays
    Optional<String> keep(ServerQuestion question, Optional<Json> said) {
        var command = said.isPresent() ? question.answer(letters.get(), said.get()) : question.failed(letters.get());
        var refused = refusal(command);
        if (refused.isEmpty()) return said.flatMap(question::unkept).map(ClientAnswers::noRule);
        var once = question.once(letters.get(), command);
        if (once.isEmpty()) throw RpcError.invalid(refused.get());
        var again = refusal(once.get());
        if (again.isPresent()) throw RpcError.invalid(again.get());
        return refused.map(ClientAnswers::noRule);
    }

    private static String noRule(String why) {
        return "the command was accepted once; no rule was kept: " + why;
    }

    /// A rule that cannot be written refuses too.
    private Optional<String> refusal(Command command) {
        try {
            return gateway.accept(command) instanceof Reply.Refused(var why) ? Optional.of(why) : Optional.empty();
        } catch (RuntimeException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        }
    }
}
