package dev.pawl.provider.dialect;

import dev.pawl.http.Proxies;
import java.time.Duration;
import java.util.Map;

/// One entry of `model_providers`.
public record ProviderSettings(String id, String name, WireApi wireApi, Endpoint endpoint, RetryPolicy patience) {

    /// Settings that need no more than an address.
    public static ProviderSettings of(String id, WireApi wireApi, String baseUrl, ApiKey key) {
        return new ProviderSettings(
                id, id, wireApi, new Endpoint(baseUrl, key, Map.of(), Map.of(), Proxies.NONE), RetryPolicy.USUAL);
    }

    public ProviderSettings with(RetryPolicy next) {
        return new ProviderSettings(id, name, wireApi, endpoint, next);
    }

    /// Where, and what is sent along. `baseUrl` of a scripted provider is the script's path.
    public record Endpoint(
            String baseUrl, ApiKey key, Map<String, String> headers, Map<String, String> query, Proxies proxies) {
        public Endpoint {
            headers = Map.copyOf(headers);
            query = Map.copyOf(query);
        }
    }

    /// How long to wait and how often to try.
    ///
    /// `requestRetries` count before an answer begins and are made here, `retryBase` apart and
    /// doubling. `streamRetries` count broken answers and are made by the loop.
    public record RetryPolicy(int requestRetries, int streamRetries, Duration streamIdle, Duration retryBase) {
        public static final RetryPolicy USUAL = new RetryPolicy(4, 5, Duration.ofMinutes(5), Duration.ofMillis(200));
        private static final int MOST_RETRIES = 100;

        public RetryPolicy {
            if (requestRetries < 0 || streamRetries < 0) throw new IllegalArgumentException("retries below zero");
            requestRetries = Math.min(requestRetries, MOST_RETRIES);
            streamRetries = Math.min(streamRetries, MOST_RETRIES);
        }
    }
}
