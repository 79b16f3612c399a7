package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.http.HttpLink;
import dev.pawl.http.Reply;
import dev.pawl.http.Request;
import dev.pawl.provider.ProviderSettings.Patience;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// A model behind HTTP. Tries again what fails before an answer begins: no connection, and 5xx.
/// Blocks the calling thread and starts no other.
final class HttpModel implements Model {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int REFUSAL_BYTES = 256 * 1024;

    private final Dialect dialect;
    private final Patience patience;
    private final Pause pause;
    private final HttpLink link;

    HttpModel(Dialect dialect, ProviderSettings settings, Pause pause) {
        this.dialect = dialect;
        this.patience = settings.patience();
        this.link = new HttpLink(settings.endpoint().proxies());
        this.pause = pause;
    }

    @Override
    public Answering ask(Prompt prompt) throws InterruptedException {
        var request = dialect.request(prompt);
        for (var tries = 0; ; tries++) {
            ModelFailure failure;
            try {
                var reply = link.send(request, patience.streamIdle());
                if (reply.head().status() / 100 == 2) {
                    return new HttpAnswer(reply, dialect.reader(prompt), patience.streamIdle());
                }
                failure = refusal(request, reply);
            } catch (IOException broken) {
                if (Thread.interrupted()) throw stopped();
                failure = unreachable(request, broken);
            }
            if (tries >= patience.requestRetries() || !worthAnother(failure)) throw failure;
            pause.last(delay(tries, failure.retryAfter()));
        }
    }

    private ModelFailure refusal(Request request, Reply reply) throws InterruptedException {
        reply.patience(patience.streamIdle());
        var body = reply.text(REFUSAL_BYTES);
        reply.release();
        if (Thread.interrupted()) throw stopped();
        return dialect.refusal(request, reply.head(), body);
    }

    private static ModelFailure unreachable(Request request, IOException broken) {
        return broken instanceof SocketTimeoutException && !"Connect timed out".equals(broken.getMessage())
                ? Failures.idle()
                : Failures.unreachable(request.shownUrl(), broken);
    }

    private static boolean worthAnother(ModelFailure failure) {
        return switch (failure.kind()) {
            case CONNECTION -> true;
            case SERVER, OVERLOADED -> failure.status() >= 500;
            case STREAM, RATE_LIMIT, CONTEXT_OVERFLOW, QUOTA, UNAUTHORIZED, BAD_REQUEST, RETRIES_EXHAUSTED -> false;
        };
    }

    private Duration delay(int tries, Duration asked) {
        if (asked.isPositive()) return asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
        var doubled = patience.retryBase().toMillis() << Math.min(tries, 16);
        var jittered = (long) (doubled * ThreadLocalRandom.current().nextDouble(0.9, 1.1));
        return Duration.ofMillis(Math.min(jittered, LONGEST_PAUSE.toMillis()));
    }

    private static InterruptedException stopped() {
        return new InterruptedException("stopped while waiting for the model");
    }

    @Override
    public void close() {
        link.close();
    }
}
