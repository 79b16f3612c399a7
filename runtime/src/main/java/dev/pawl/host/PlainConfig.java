package dev.pawl.host;

import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.thread.Setup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Threads of one provider, with the defaults for everything else: for a Java program that embeds
/// Pawl.
///
/// @param setup        how new threads are set up
/// @param provider     asked for every thread
/// @param environments where tools work
public record PlainConfig(Setup setup, ProviderSettings provider, ToolEnvironments environments)
        implements ThreadConfig {
    private static final long WINDOW = 272_000;

    /// Threads that work in a folder, may write there, and ask nobody: what is not allowed is
    /// refused.
    ///
    /// @param home where Pawl keeps its own files
    public static PlainConfig of(Path home, Path folder, ProviderSettings provider, String model) {
        var setup = new Setup(
                folder.toAbsolutePath().normalize().toString(),
                provider.id(),
                model,
                new Setup.Style("", "", ""),
                "workspace-write",
                "never",
                List.of(),
                WINDOW,
                WINDOW * 9 / 10);
        var variables = Map.<String, String>copyOf(System.getenv());
        var access = ToolEnvironments.Access.usual(home, variables);
        return new PlainConfig(setup, provider, new ToolEnvironments(home, variables, access));
    }

    @Override
    public ProviderSettings provider(String name) {
        return provider;
    }
}
