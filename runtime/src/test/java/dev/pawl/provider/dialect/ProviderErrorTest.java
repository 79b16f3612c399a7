package dev.pawl.provider.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The provider's own reason, in whatever shape it comes.
class ProviderErrorTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"error":{"message":"no"}} | no
            {"error":"no"} | no
            {"message":"no"} | no
            {"detail":"no"} | no
            {"detail":[{"loc":["body"],"msg":"no"},{"msg":"nor this"}]} | no; nor this
            {"errors":[{"message":"no"}]} | no
            {"errors":["no","nor this"]} | no; nor this
            [{"error":{"message":"no","status":"INVALID_ARGUMENT"}}] | no
            {"object":"error","message":{"detail":[{"msg":"no"}]}} | no
            {"type":"error","error":{"type":"api_error","message":"no"}} | no
            {"error":{"message":"Provider returned error","metadata":{"raw":"{\\"error\\":{\\"message\\":\\"no\\"}}"}}} | Provider returned error: no
            {"error":{"message":"Provider returned error","metadata":{"raw":"no"}}} | Provider returned error: no
            plain no | plain no
            <html><head><title> 502 Bad Gateway </title></head><body>nginx</body></html> | 502 Bad Gateway
            <html><body><style>a{}</style><h1>No</h1> entry</body></html> | No entry
            """)
    void theWordsAreFound(String body, String words) {
        assertThat(ProviderError.of(body).message()).isEqualTo(words);
    }

    @Test
    void aLongPageIsCut() {
        assertThat(ProviderError.of("<p>" + "x".repeat(100_000)).message()).hasSizeLessThan(1_100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
                "Your input exceeds the context window of this model. Please adjust your input and try again.",
                "the request exceeds the available context size, try increasing it",
                "request (481909 tokens) exceeds the available context size (32768 tokens), try increasing it",
                "prompt too long; exceeded max context length by 4096 tokens",
                "the input length exceeds the context length",
                "The total length of all messages is too long.",
                "prompt is too long: 210000 tokens > 200000 maximum",
                "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
                "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
                "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
                "Please reduce the length of the messages or completion.",
                "Trying to keep the first 5000 tokens when context the overflows. "
                        + "However, the model is loaded with context length greater than the context length",
                "Invalid request: Your request exceeded model token limit: 131072",
                "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
                "Input is too long for requested model.",
                "Range of input length should be [1, 129024]",
                "invalid params, context window exceeds limit (2013)",
            })
    void anOverflowIsKnownByItsWords(String words) {
        var body = Json.object().with("error", Json.object().with("message", words));

        assertThat(OpenAiErrors.told(ProviderError.of(body)).kind()).isEqualTo(Kind.CONTEXT_OVERFLOW);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"error":{"type":"invalid_request_error","message":"no such model"}} | BAD_REQUEST
            {"error":{"code":400,"message":"no"}} | BAD_REQUEST
            {"error":{"code":401,"message":"No auth credentials found"}} | UNAUTHORIZED
            {"error":{"code":"invalid_api_key","type":"invalid_request_error","message":"no"}} | UNAUTHORIZED
            {"error":{"code":402,"message":"Insufficient credits"}} | QUOTA
            {"error":{"code":"insufficient_quota","message":"no"}} | QUOTA
            {"error":{"type":"exceeded_current_quota_error","message":"no"}} | QUOTA
            {"error":{"code":429,"message":"slow"}} | RATE_LIMIT
            {"error":{"message":"You exceeded your current quota, please retry in 32.5s","code":429}} | RATE_LIMIT
            {"error":{"code":"content_policy_violation","message":"no"}} | BAD_REQUEST
            {"error":{"code":"content_filter","message":"no"}} | BAD_REQUEST
            {"error":{"code":413,"message":"Request Entity Too Large"}} | CONTEXT_OVERFLOW
            {"error":{"code":502,"message":"Bad gateway"}} | STREAM
            {"error":{"type":"server_error","message":"The server had an error"}} | STREAM
            {"error":{"type":"internal_server_error","message":"invalid state"}} | STREAM
            {"error":"upstream went away"} | STREAM
            {"message":"who knows"} | STREAM
            """)
    void anErrorInsideAnAnswerIsTriedAgainWhereThatMayHelp(String body, Kind kind) {
        var error = ProviderError.of(body);

        assertThat(OpenAiErrors.told(error).kind()).isEqualTo(kind);
        if (kind != Kind.CONTEXT_OVERFLOW) assertThat(OpenAiErrors.told(error)).hasMessageContaining(error.message());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Please try again in 1.5s. | 1500
            Please try again in 20ms. | 20
            Please try again in 28m48s. | 1728000
            try again in 1h2m3s | 3723000
            Please retry in 32.5s | 32500
            please retry after 5 seconds | 5000
            retry after 2 minutes | 120000
            try again later | 0
            try again in a while | 0
            """)
    void theWaitIsReadOffTheWords(String words, long millis) {
        assertThat(Delays.named(words)).isEqualTo(Duration.ofMillis(millis));
    }
}
