package dev.pawl.agent.approval;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is computed once, when it is first needed: most calls are judged without it.
/// Two are equal when their values are.
public final class Deferred<T> {
    private @Nullable Supplier<T> source;
    private @Nullable T value;

    private Deferred(@Nullable Supplier<T> source, @Nullable T value) {
        this.source = source;
        this.value = value;
    }

    public static <T> Deferred<T> by(Supplier<T> source) {
        return new Deferred<>(source, null);
    }

    public static <T> Deferred<T> of(T value) {
        return new Deferred<>(null, value);
    }

    public synchronized T get() {
        var pending = source;
        if (pending != null) {
            value = pending.get();
            source = null;
        }
        return Objects.requireNonNull(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Deferred<?> deferred && get().equals(deferred.get());
    }

    @Override
    public int hashCode() {
        return get().hashCode();
    }

    @Override
    public String toString() {
        return get().toString();
    }
}
