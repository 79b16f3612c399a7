package dev.pawl.main;

import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Messages;
import dev.pawl.cli.Text;
import dev.pawl.config.Environment;
import dev.pawl.event.StoreDown;
import dev.pawl.resource.FileTrouble;
import dev.pawl.resource.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Where the program begins.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        nameServices();
        var environment = new Environment(System.getenv());
        var messages = new Messages(Messages.language(environment::text));
        // The launcher knows which streams are terminals: asking from here would load the JDK's
        // console.
        var terminals = System.getProperty("pawl.tty", "");
        boolean plain = environment.get("NO_COLOR").isPresent();
        var console = new Console(
                System.out, System.err, messages, !plain && terminals.contains("1"), !plain && terminals.contains("2"));
        Thread.setDefaultUncaughtExceptionHandler((_, problem) -> explain(problem, console, environment));
        int code = run(console, environment, List.of(args));
        end(console.hasLostWords() ? lostWords(code, console) : code);
    }

    /// Named, they need not be looked for in every jar of the class path.
    private static void nameServices() {
        System.setProperty("slf4j.provider", "org.slf4j.nop.NOPServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "WARN");
        System.setProperty("java.util.logging.config.class", NoLog.class.getName());
        if (System.getProperty("os.name").equals("Linux")) {
            System.setProperty("java.nio.channels.spi.SelectorProvider", "sun.nio.ch.EPollSelectorProvider");
        }
    }

    /// Everything is closed by now. System.exit would first look for a logger in every jar, to tell
    /// it that the program ends; a signal's hooks, if they are at work, end the program themselves.
    private static void end(int code) {
        System.err.flush();
        try {
            Runtime.getRuntime().addShutdownHook(new Thread("none"));
        } catch (IllegalStateException endingAlready) {
            return; // not System.exit, which would wait for the hooks while they wait for us
        }
        Runtime.getRuntime().halt(code);
    }

    private static int run(Console console, Environment environment, List<String> words) {
        try {
            var table = new Wiring(console, environment).commands(words);
            return new Dispatcher(table, console, "pawl " + Version.NUMBER).run(words);
        } catch (RuntimeException problem) {
            return explain(problem, console, environment);
        }
    }

    /// Some words did not reach stdout. The stream does not say why, so another is tried: a reader
    /// that has seen enough and left is no failure, a full disk is.
    private static int lostWords(int code, Console console) {
        var reason = "a part is missing";
        try {
            new FileOutputStream(FileDescriptor.out).write('\n'); // and is not ours to close
        } catch (IOException broken) {
            reason = FileTrouble.of(broken);
        }
        if (reason.contains("Broken pipe")) return code;
        console.note("not all could be written to stdout: " + reason);
        return code == ExitCode.OK ? ExitCode.FAILED : code;
    }

    /// A traceback is for those who ask for it, whichever thread a problem ends.
    private static int explain(Throwable problem, Console console, Environment environment) {
        console.note(words(problem, console));
        if (environment.get("PAWL_DEBUG").isPresent()) console.plain(Console.trace(problem));
        return problem instanceof StoreDown ? ExitCode.STORE : ExitCode.FAILED;
    }

    private static String words(Throwable problem, Console console) {
        if (problem instanceof StoreDown) return String.valueOf(problem.getMessage());
        if (problem instanceof UncheckedIOException && problem.getCause() instanceof IOException why) {
            return problem.getMessage() + ": " + FileTrouble.of(why);
        }
        return console.say(Text.INTERNAL_ERROR, String.valueOf(problem));
    }
}
