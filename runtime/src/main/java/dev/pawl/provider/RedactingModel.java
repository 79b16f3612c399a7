package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.Redaction;

/// A model whose complaints carry no secrets: servers repeat what they were sent.
public record RedactingModel(Model model, Redaction redaction) implements Model {
    @Override
    public ResponseStream ask(Prompt prompt) throws InterruptedException {
        try {
            return new DiscreetAnswer(model.ask(prompt), redaction);
        } catch (ModelFailure failure) {
            throw discreet(failure, redaction);
        }
    }

    private static ModelFailure discreet(ModelFailure failure, Redaction redaction) {
        var message = String.valueOf(failure.getMessage());
        var safe = redaction.of(message);
        if (safe.equals(message)) return failure;
        return new ModelFailure(failure.kind(), safe, failure.status(), failure.retryAfter());
    }

    @Override
    public void close() {
        model.close();
    }

    private record DiscreetAnswer(ResponseStream answering, Redaction redaction) implements ResponseStream {
        @Override
        public ModelEvent next() throws InterruptedException {
            try {
                return answering.next();
            } catch (ModelFailure failure) {
                throw discreet(failure, redaction);
            }
        }

        @Override
        public void close() {
            answering.close();
        }
    }
}
