package dev.pawl.provider.dialect;

/// What a provider speaks.
public enum WireApi {
    /// OpenAI's Responses API.
    RESPONSES,
    /// Chat Completions, as Ollama, vLLM, LM Studio and many others serve it.
    CHAT,
    /// Anthropic's Messages API.
    ANTHROPIC,
    /// Answers from a file: see `docs/reference/script-format.md`.
    SCRIPTED
}
