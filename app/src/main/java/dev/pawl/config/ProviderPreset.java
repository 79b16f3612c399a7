package dev.pawl.config;

import java.util.List;
import java.util.Optional;

/// A provider that needs no settings but its name: where it is, what it speaks, and which variable
/// holds its key. Settings of the same name win.
///
/// @param addressVariable a variable that names another address; empty for none
/// @param keyVariable     the variable of its key; empty where none is needed
/// @param model           what to use when nothing else is chosen; empty where only a list can say
public record ProviderPreset(
        String id,
        String name,
        String baseUrl,
        String wireApi,
        String addressVariable,
        String keyVariable,
        String model) {
    public static final String OTHER = "other";

    public static final List<ProviderPreset> ALL = List.of(
            new ProviderPreset(
                    "openai",
                    "OpenAI",
                    "https://api.openai.com/v1",
                    "responses",
                    "OPENAI_BASE_URL",
                    "OPENAI_API_KEY",
                    "gpt-5.5"),
            new ProviderPreset(
                    "anthropic",
                    "Anthropic",
                    "https://api.anthropic.com/v1",
                    "anthropic",
                    "ANTHROPIC_BASE_URL",
                    "ANTHROPIC_API_KEY",
                    "claude-sonnet-4-5"),
            new ProviderPreset(
                    "openrouter",
                    "OpenRouter",
                    "https://openrouter.ai/api/v1",
                    "chat",
                    "OPENROUTER_BASE_URL",
                    "OPENROUTER_API_KEY",
                    "openai/gpt-5.5"),
            new ProviderPreset(
                    "deepseek",
                    "DeepSeek",
                    "https://api.deepseek.com/v1",
                    "chat",
                    "DEEPSEEK_BASE_URL",
                    "DEEPSEEK_API_KEY",
                    "deepseek-chat"),
            new ProviderPreset(
                    "qwen",
                    "Qwen (DashScope)",
                    "https://dashscope.aliyuncs.com/compatible-mode/v1",
                    "chat",
                    "DASHSCOPE_BASE_URL",
                    "DASHSCOPE_API_KEY",
                    "qwen3-coder-plus"),
            new ProviderPreset(
                    "azure",
                    "Azure OpenAI",
                    "https://YOUR-RESOURCE.openai.azure.com/openai/v1",
                    "responses",
                    "AZURE_OPENAI_BASE_URL",
                    "AZURE_OPENAI_API_KEY",
                    ""),
            new ProviderPreset("ollama", "Ollama", "http://127.0.0.1:11434/v1", "chat", "OLLAMA_BASE_URL", "", ""),
            new ProviderPreset(
                    "lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", "chat", "LMSTUDIO_BASE_URL", "", ""));

    public static Optional<ProviderPreset> of(String id) {
        return ALL.stream().filter(preset -> preset.id.equals(id)).findFirst();
    }

    /// Whether the address has a part that only its owner knows.
    public boolean needsAddress() {
        return baseUrl.contains("YOUR-");
    }
}
