package dev.pawl.agent;

/// A port to a model. Safe for use by many threads; each answer is read by one thread.
public interface Model extends AutoCloseable {
    /// Sends the prompt. Blocks until the answer begins; throws [ModelFailure] when it does not.
    ResponseStream ask(Prompt prompt) throws InterruptedException;

    @Override
    void close();

    /// An answer on its way. Closing it before its end calls it off.
    interface ResponseStream extends AutoCloseable {
        /// The next event; [ModelEvent.Completed] is the last. Blocks; throws [ModelFailure] when
        /// the answer breaks off. An interrupt ends the wait.
        ModelEvent next() throws InterruptedException;

        @Override
        void close();
    }
}
