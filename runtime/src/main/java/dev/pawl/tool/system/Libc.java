package dev.pawl.tool.system;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// The C library, called with up to six whole numbers or addresses: on the processors we know, all
/// of them travel in registers of 64 bits, so one handle serves every function.
///
/// A call must not be made on a virtual thread if it may block.
@SuppressWarnings("restricted") // calling C is what it is for
public final class Libc {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(StructLayout.PathElement.groupElement("errno"));
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.captureCallState("errno"));
    private static final MemorySegment SYSCALL = symbol("syscall");

    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int EAGAIN = 11;

    private Libc() {}

    /// What a call came to; `errno` means something only when `value` says that it failed.
    public record Result(long value, int errno) {
        public boolean failed() {
            return value == -1;
        }
    }

    public static MemorySegment symbol(String name) {
        return LINKER.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
    }

    public static boolean has(String name) {
        return LINKER.defaultLookup().find(name).isPresent();
    }

    public static Result call(MemorySegment function, long... words) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var value = (long) CALL.invokeExact(
                    function,
                    state,
                    at(words, 0),
                    at(words, 1),
                    at(words, 2),
                    at(words, 3),
                    at(words, 4),
                    at(words, 5),
                    at(words, 6));
            return new Result(value, state.get(JAVA_INT, ERRNO));
        } catch (RuntimeException | Error passed) {
            throw passed;
        } catch (Throwable impossible) { // what a method handle declares
            throw new IllegalStateException("a C function cannot throw", impossible);
        }
    }

    private static long at(long[] words, int index) {
        return index < words.length ? words[index] : 0;
    }

    public static Result syscall(Syscall number, long... words) {
        var all = new long[words.length + 1];
        all[0] = number.here();
        System.arraycopy(words, 0, all, 1, words.length);
        return call(SYSCALL, all);
    }

    /// The call's value.
    ///
    /// @throws IOException when it failed
    public static long must(String what, Result result) throws IOException {
        if (result.failed()) throw new IOException(what + ": " + message(result.errno()));
        return result.value();
    }

    /// As Rust's and Codex's messages end.
    public static String message(int errno) {
        return text(errno) + " (os error " + errno + ")";
    }

    private static String text(int errno) {
        return switch (errno) {
            case 1 -> "Operation not permitted";
            case 2 -> "No such file or directory";
            case 7 -> "Argument list too long";
            case 8 -> "Exec format error";
            case 11 -> "Resource temporarily unavailable";
            case 12 -> "Cannot allocate memory";
            case 13 -> "Permission denied";
            case 20 -> "Not a directory";
            case 22 -> "Invalid argument";
            case 23, 24 -> "Too many open files";
            case 28 -> "No space left on device";
            case 38 -> "Function not implemented";
            default -> "error";
        };
    }

    /// Words as C programs get them: addresses of texts, and a zero behind the last.
    public static MemorySegment words(Arena arena, List<String> words) {
        var array = arena.allocate(JAVA_LONG, words.size() + 1L);
        for (var i = 0; i < words.size(); i++) {
            array.setAtIndex(JAVA_LONG, i, arena.allocateFrom(words.get(i)).address());
        }
        return array;
    }
}
