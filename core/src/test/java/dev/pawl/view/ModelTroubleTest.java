package dev.pawl.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.view.ModelTrouble.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The stored words of failures, and what they mean.
class ModelTroubleTest {
    private static final String URL = "https://api.example.com/v1/responses";
    private static final String SENDING = "stream disconnected before completion: error sending request (URL: ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unauthorized | unexpected status 401 Unauthorized: bad key, url: URL | KEY | bad key
            unauthorized | unexpected status 403 Forbidden: not here, url: URL, cf-ray: 1 | FORBIDDEN | not here
            bad_request | unexpected status 404 Not Found: no model gpt-9, url: URL | MODEL | no model gpt-9
            bad_request | unexpected status 404 Not Found: Unknown error, url: URL | ADDRESS | ''
            server | unexpected status 502 Bad Gateway: <html>, url: URL, request id: 7 | SERVER | 502: <html>
            connection | SENDING unknown host api.example.com) | NAME | ''
            connection | SENDING Connection refused) | REFUSED | ''
            '' | SENDING Connection refused) | REFUSED | ''
            connection | SENDING Connect timed out) | TIMEOUT | ''
            connection | SENDING the proxy p:1: Connection refused) | PROXY | the proxy p:1: Connection refused
            connection | SENDING PKIX path building failed) | TLS | PKIX path building failed
            """)
    void whatNamesTheServer(String kind, String words, Cause cause, String said) {
        var whole = words.replace("SENDING ", SENDING).replace("URL", URL);
        assertThat(ModelTrouble.of(kind, whole)).contains(new ModelTrouble(cause, "api.example.com", said, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stream | stream disconnected before completion: idle timeout waiting for SSE | SILENT | ''
            stream | stream disconnected before completion: Transport error: network error | CUT | ''
            stream | stream disconnected before completion: something odd | CUT | something odd
            rate_limit | exceeded retry limit, last status: 429; the provider says: Slow down | TOO_MANY | Slow down
            context_overflow | Codex ran out of room in the model's context window. | CONTEXT | ''
            quota | Quota exceeded. Check your plan. The provider says: pay | QUOTA | pay
            overloaded | Selected model is at capacity. Please try a different model. | OVERLOADED | ''
            bad_request | {"error":{"message":"no tools here","code":1}} | REQUEST | no tools here
            bad_request | The server sent a web page instead of an answer; the provider says: Log in | PAGE | Log in
            bad_request | Incomplete response returned, reason: max_output_tokens | INCOMPLETE | max_output_tokens
            """)
    void whatDoesNot(String kind, String words, Cause cause, String said) {
        assertThat(ModelTrouble.of(kind, words)).contains(new ModelTrouble(cause, "", said, ""));
    }

    @Test
    void aPauseIsKeptApart() {
        var words = "exceeded retry limit, last status: 429 Too Many Requests; next try in 16 s";
        assertThat(ModelTrouble.of("", words)).contains(new ModelTrouble(Cause.TOO_MANY, "", "", "16 s"));
    }

    @Test
    void otherWordsAreLeftAlone() {
        assertThat(ModelTrouble.of("", "given up: 3 take-overs without progress"))
                .isEmpty();
        assertThat(ModelTrouble.of("bad_request", "no key for the model's server\n  export OPENAI_API_KEY=…"))
                .isEmpty();
    }
}
