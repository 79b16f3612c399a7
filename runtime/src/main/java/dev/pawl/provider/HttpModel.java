package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.http.HttpLink;
import dev.pawl.http.HttpReply;
import dev.pawl.http.Request;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.ProviderSettings.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// A model behind HTTP. Tries again what fails before a response begins: a connection that was cut,
/// and 5xx.
/// Blocks the calling thread and starts no other.
final class HttpModel implements Model {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int REFUSAL_BYTES = 256 * 1024;

    private final Dialect dialect;
    private final RetryPolicy patience;
    private final RetryPause pause;
    private final HttpLink link;

    HttpModel(Dialect dialect, ProviderSettings settings, RetryPause pause) {
        this.dialect = dialect;
        this.patience = settings.patience();
        this.link = new HttpLink(settings.endpoint().proxies());
        this.pause = pause;
    }

    @Override
    public ResponseStream ask(Prompt prompt) throws InterruptedException {
        var request = dialect.request(prompt);
        for (var tries = 0; ; tries++) {
            ModelFailure failure;
            try {
                var reply = link.send(request, patience.streamIdle());
                if (reply.head().status() / 100 == 2) {
                    return new HttpModelResponse(reply, dialect.reader(prompt), patience.streamIdle());
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

    private ModelFailure refusal(Request request, HttpReply reply) throws InterruptedException {
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
            case SERVER, OVERLOADED -> failure.status() >= 500;
            // Without a connection the step asks again, and says so at once.
            case CONNECTION -> !isWithoutConnection(failure.getCause());
            case STREAM, RATE_LIMIT, CONTEXT_OVERFLOW, QUOTA, UNAUTHORIZED, BAD_REQUEST, RETRIES_EXHAUSTED -> false;
        };
    }

    private static boolean isWithoutConnection(@Nullable Throwable cause) {
        return switch (cause) {
            case null -> false;
            case ConnectException _, UnknownHostException _, SocketTimeoutException _ -> true;
            default -> isWithoutConnection(cause.getCause());
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
