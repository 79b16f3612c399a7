package dev.pawl.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The log of this process, open until the process ends.
///
/// Two processes never write to one file: the second server of a kind gets a number of its own.
public final class ProcessLog {
    /// Libraries tell only what is wrong.
    private static final Level OTHERS = Level.WARN;

    private static final int MOST_PROCESSES = 64;

    /// Says to slf4j, before its first logger, which library writes.
    private static final String PROVIDER = "ch.qos.logback.classic.spi.LogbackServiceProvider";

    /// Held until the process ends: the file belongs to it.
    private static @Nullable FileChannel held;

    private ProcessLog() {}

    /// Says which library writes; to be called before the first logger is made. Loads nothing.
    public static void announce() {
        System.setProperty("slf4j.provider", PROVIDER);
    }

    /// @param name    what this process does, as in `serve`
    /// @param verbose gets each line as text, too
    /// @return the file, or nothing when another library writes, or the folder cannot be used
    public static synchronized Optional<Path> open(
            Path folder,
            String name,
            LogOptions options,
            UnaryOperator<String> redaction,
            Optional<Consumer<String>> verbose) {
        if (held != null) return Optional.empty();
        announce();
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) return Optional.empty();
        try {
            var file = take(folder, name);
            write(context, file, options, redaction);
            verbose.ifPresent(lines -> show(context, redaction, lines));
            return Optional.of(file);
        } catch (IOException unusable) {
            verbose.ifPresent(lines -> show(context, redaction, lines));
            return Optional.empty();
        }
    }

    private static Path take(Path folder, String name) throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        if (!Files.isDirectory(folder)) Files.createDirectories(folder, owner);
        for (var number = 1; number <= MOST_PROCESSES; number++) {
            var own = number == 1 ? name : name + "-" + number;
            var channel = FileChannel.open(
                    folder.resolve("." + own + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                held = channel;
                return folder.resolve(own + LogFiles.ENDING);
            }
            channel.close();
        }
        throw new IOException("too many processes log to " + folder);
    }

    /// Sets a context up to write to a file.
    static void write(LoggerContext context, Path file, LogOptions options, UnaryOperator<String> redaction) {
        var appender = new RollingFileAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setName("file");
        appender.setFile(file.toString());
        var rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(file + ".%i");
        rolling.setMinIndex(1);
        rolling.setMaxIndex(Math.max(1, options.files()));
        var size = new SizeBasedTriggeringPolicy<ILoggingEvent>();
        size.setContext(context);
        size.setCheckIncrement(Duration.buildByMilliseconds(0));
        size.setMaxFileSize(new FileSize(options.maxBytes()));
        var lines = new JsonLines(redaction);
        lines.setContext(context);
        appender.setEncoder(lines);
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(size);
        rolling.start();
        size.start();
        lines.start();
        appender.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(OTHERS);
        root.addAppender(appender);
        context.getLogger("dev.pawl").setLevel(Level.toLevel(options.level()));
    }

    private static void show(LoggerContext context, UnaryOperator<String> redaction, Consumer<String> lines) {
        var appender = new AppenderBase<ILoggingEvent>() {
            @Override
            protected void append(ILoggingEvent event) {
                var problem = event.getThrowableProxy();
                var reason = problem == null ? "" : ": " + problem.getMessage();
                lines.accept(redaction.apply(event.getLevel() + " " + event.getFormattedMessage() + reason));
            }
        };
        appender.setContext(context);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    }
}
