package dev.pawl.tool.files;

import dev.pawl.tool.OutputTruncation;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// Looks for a pattern in the lines of files, for machines without ripgrep.
final class FileSearch {
    private static final long LARGEST_BYTES = 16L << 20;

    private final Path start;
    private final AccessMap access;
    private final Pattern pattern;
    private final Pattern include;
    private final boolean includesPaths;
    private final long deadlineNanos = System.nanoTime() + SearchTimeout.NANOS;
    private final List<Found> found = new ArrayList<>();

    /// @param start where it begins, for patterns with folders
    FileSearch(String pattern, String include, Path start, AccessMap access) {
        this.start = start;
        this.access = access;
        this.pattern = Pattern.compile(pattern);
        this.includesPaths = include.contains("/");
        this.include = Pattern.compile(include.isEmpty() ? ".*" : alternatives(include));
    }

    private record Found(Path path, long modified) {}

    /// `*.{ts,tsx}` as one expression.
    private static String alternatives(String glob) {
        var open = glob.indexOf('{');
        var close = glob.indexOf('}', open + 1);
        if (open < 0 || close < 0) return IgnoreRules.regex(glob);
        var parts = new ArrayList<String>();
        for (var part : glob.substring(open + 1, close).split(",", -1)) parts.add(IgnoreRules.regex(part));
        return IgnoreRules.regex(glob.substring(0, open)) + "(?:" + String.join("|", parts) + ")"
                + alternatives(glob.substring(close + 1));
    }

    /// The files that match, those changed last first.
    List<Path> in(Descriptor opened) throws IOException, SearchTimeout, InterruptedException {
        try {
            if (opened.isFolder()) folder(opened, start, IgnoreRules.above(start));
            else if (opened.isPlainFile()) file(opened, start);
        } catch (TooDeep pattern) {
            throw new IOException(pattern.getMessage(), pattern);
        }
        found.sort(Comparator.comparingLong(Found::modified).reversed().thenComparing(Found::path));
        return found.stream().map(Found::path).toList();
    }

    private void folder(Descriptor opened, Path folder, IgnoreRules above) throws SearchTimeout, InterruptedException {
        checkTime();
        var rules = above.in(folder);
        try (var children = Files.newDirectoryStream(opened.path())) {
            for (var child : children) entry(opened, folder.resolve(child.getFileName()), rules);
        } catch (IOException | DirectoryIteratorException unreadable) {
            // Folders that cannot be read are passed over, as ripgrep does.
        }
    }

    private void entry(Descriptor folder, Path path, IgnoreRules rules) throws SearchTimeout, InterruptedException {
        var name = path.getFileName().toString();
        try (var opened = folder.entry(name)) {
            var isFolder = opened.isFolder();
            if (name.startsWith(".") || rules.ignores(path, isFolder)) return;
            if (isFolder) {
                if (!access.isHidden(opened)) folder(opened, path, rules);
            } else if (opened.isPlainFile() && isIncluded(path)) {
                if (!access.isHidden(opened)) file(opened, path);
            }
        } catch (IOException unreadable) {
            // passed over
        }
    }

    private boolean isIncluded(Path file) {
        var name = includesPaths ? start.relativize(file) : file.getFileName();
        return include.matcher(name.toString()).matches();
    }

    private void file(Descriptor file, Path path) throws SearchTimeout, InterruptedException {
        checkTime();
        var lines = new Lines();
        try {
            var kind = Files.readAttributes(file.path(), BasicFileAttributes.class);
            if (kind.size() == 0 || kind.size() > LARGEST_BYTES) return;
            FileBytes.read(file, lines);
            if (lines.matches())
                found.add(new Found(path, kind.lastModifiedTime().toMillis()));
        } catch (IOException unreadable) {
            // passed over
        } catch (Late late) {
            checkTime();
            throw new SearchTimeout();
        } catch (StackOverflowError tooDeep) {
            // Java's patterns go one step deeper for each turn of a group.
            throw new TooDeep(path);
        }
    }

    private void checkTime() throws SearchTimeout, InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        if (System.nanoTime() > deadlineNanos) throw new SearchTimeout();
    }

    /// The file's lines, one after another, until one matches.
    private final class Lines implements FileBytes.Reader {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean started;
        private boolean matched;
        private boolean binary;

        @Override
        public boolean take(byte[] bytes, int length) {
            if (!started && FileBytes.looksBinary(bytes, length)) {
                binary = true;
                return false;
            }
            started = true;
            var from = 0;
            for (var i = 0; i < length; i++) {
                if (bytes[i] != '\n') continue;
                line.write(bytes, from, i - from);
                if (lineMatches()) return false;
                from = i + 1;
            }
            line.write(bytes, from, length - from);
            return true;
        }

        private boolean lineMatches() {
            var text = OutputTruncation.lossy(line.toByteArray());
            line.reset();
            matched = pattern.matcher(new TimedText(text)).find();
            return matched;
        }

        boolean matches() {
            return !binary && (matched || (line.size() > 0 && lineMatches()));
        }
    }

    /// Text that a pattern cannot chew on for ever: looking at it fails when time is over.
    private final class TimedText implements CharSequence {
        private final CharSequence text;
        private int looks;

        TimedText(CharSequence text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if ((++looks & 0xffff) == 0
                    && (Thread.currentThread().isInterrupted() || System.nanoTime() > deadlineNanos)) throw new Late();
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /// Leaves the inside of a pattern's search.
    private static final class Late extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Late() {
            super("too long", null, false, false);
        }
    }

    private static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooDeep(Path path) {
            super("the pattern goes too deep on a long line of " + path + ": use a simpler one", null, false, false);
        }
    }
}
