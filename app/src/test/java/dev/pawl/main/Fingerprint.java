package dev.pawl.main;

import dev.pawl.config.Environment;
import dev.pawl.config.Settings;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The values that an object is made of, as text: objects that are put together alike have the
/// same. What they were put together from, settings and variables, is left out.
final class Fingerprint {
    private static final int DEEPEST = 12;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Fingerprint() {}

    static String of(Object value) {
        return new Fingerprint().text(value, 0);
    }

    private String text(Object value, int depth) {
        if (value == null || depth > DEEPEST) return "-";
        return switch (value) {
            case Settings _, Environment _ -> "-";
            case Enum<?> _, CharSequence _, Number _, Boolean _, java.nio.file.Path _ -> value.toString();
            case Optional<?> one -> one.map(inner -> text(inner, depth + 1)).orElse("-");
            case Map<?, ?> map -> {
                var sorted = new TreeMap<String, String>();
                map.forEach((key, inner) -> sorted.put(text(key, depth + 1), text(inner, depth + 1)));
                yield sorted.toString();
            }
            case Set<?> set ->
                set.stream().map(one -> text(one, depth + 1)).sorted().toList().toString();
            case Collection<?> list ->
                list.stream().map(one -> text(one, depth + 1)).toList().toString();
            case Object[] array ->
                Arrays.stream(array).map(one -> text(one, depth + 1)).toList().toString();
            case Supplier<?> supplier when isLambda(value) -> text(supplier.get(), depth + 1);
            case Object other when isLambda(other) -> "a function";
            case Object other when other.getClass().getName().startsWith("dev.pawl.") -> fields(other, depth);
            case Object other -> other.getClass().getName().startsWith("java.") ? plain(other) : "-";
        };
    }

    private static boolean isLambda(Object value) {
        return value.getClass().isHidden();
    }

    /// Times, addresses and the like; what has no text of its own is left out.
    private static String plain(Object value) {
        var text = value.toString();
        return text.contains("@") && text.startsWith(value.getClass().getName()) ? "-" : text;
    }

    private String fields(Object value, int depth) {
        if (!seen.add(value)) return "-";
        var text = new StringBuilder(value.getClass().getSimpleName()).append('(');
        for (Class<?> type = value.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (var field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) continue;
                try {
                    field.setAccessible(true);
                    text.append(field.getName())
                            .append('=')
                            .append(text(field.get(value), depth + 1))
                            .append(' ');
                } catch (IllegalAccessException closed) {
                    throw new AssertionError(field.toString(), closed);
                }
            }
        }
        return text.append(')').toString();
    }
}
