package dev.pawl.setup;

import dev.pawl.cli.Console;
import dev.pawl.cli.Stdin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What a person types during the setup.
final class SetupInput {
    private final Console console;
    private final boolean isTerminal;
    private final BufferedReader input;

    SetupInput(Console console, Stdin stdin) {
        this.console = console;
        this.isTerminal = stdin.isTerminal();
        this.input = new BufferedReader(new InputStreamReader(stdin.stream(), StandardCharsets.UTF_8));
    }

    boolean isTerminal() {
        return isTerminal;
    }

    /// A line, or `usual` when it is left empty. Empty when the input is over.
    Optional<String> line(String prompt, String usual) {
        console.prompt(prompt + (usual.isEmpty() ? ": " : " [" + usual + "]: "));
        return read().map(line -> line.isEmpty() ? usual : line);
    }

    /// The same without showing what is typed.
    Optional<String> secret(String prompt) {
        console.prompt(prompt + ": ");
        echo("-echo");
        try {
            return read();
        } finally {
            echo("echo");
            console.plain("");
        }
    }

    /// A line of a program's: without a prompt.
    Optional<String> read() {
        try {
            return Optional.ofNullable(input.readLine()).map(String::strip);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private void echo(String mode) {
        if (!isTerminal) return;
        try {
            new ProcessBuilder(List.of("stty", mode))
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
        } catch (IOException none) {
            // Then the key is seen while it is typed.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
