package dev.pawl.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/// Made-up values of any record, from a seed: a type nobody thought of is made up too.
public final class Samples {
    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            "\"quoted\" \\ and\nlines\r\n\ttabs",
            "漢字 und Ümläute 🐾",
            "zero \u0000 one \u0001",
            "half \ud83d a character",
            "{\"json\": [1, 2, {\"deep\": null}]}",
            "x".repeat(5000));
    private static final int TRIES = 200;

    private final Random random;

    public Samples(long seed) {
        random = new Random(seed);
    }

    /// The records a sealed type permits, through all its sealed parts.
    public static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Samples::leaves)
                : Stream.of(type);
    }

    public <T> T of(Class<T> type) {
        return type.cast(make(type));
    }

    private Object make(Type type) {
        if (type instanceof ParameterizedType some) {
            var element = some.getActualTypeArguments()[0];
            return some.getRawType() == Optional.class ? maybe(element) : listOf(element);
        }
        var kind = (Class<?>) type;
        if (kind == String.class) return TEXTS.get(random.nextInt(TEXTS.size()));
        if (kind == int.class) return random.nextInt(1000);
        if (kind == long.class) return random.nextLong(1L << 50);
        if (kind == boolean.class) return random.nextBoolean();
        if (kind == double.class) return random.nextInt(1000) / 8.0;
        if (kind == Instant.class) return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1000L);
        if (kind == Duration.class) return Duration.ofMillis(random.nextInt(1_000_000));
        if (kind.isEnum()) return kind.getEnumConstants()[random.nextInt(kind.getEnumConstants().length)];
        if (kind.isSealed()) {
            var leaves = leaves(kind).toList();
            return make(leaves.get(random.nextInt(leaves.size())));
        }
        if (kind.isRecord()) return record(kind);
        throw new AssertionError("no way to make up a " + kind);
    }

    private Optional<Object> maybe(Type element) {
        return random.nextBoolean() ? Optional.of(make(element)) : Optional.empty();
    }

    private List<Object> listOf(Type element) {
        var list = new ArrayList<>();
        for (var i = random.nextInt(4); i > 0; i--) list.add(make(element));
        return list;
    }

    /// Tries again when a record refuses what was made up for it.
    private Object record(Class<?> type) {
        var components = type.getRecordComponents();
        var id = type.getPackageName().endsWith(".id");
        for (var tries = 0; tries < TRIES; tries++) {
            try {
                var values = Arrays.stream(components)
                        .map(component -> id && component.getType() == String.class
                                ? "id~" + random.nextInt(1000)
                                : make(component.getGenericType()))
                        .toArray();
                return constructor(type, components).newInstance(values);
            } catch (InvocationTargetException refused) {
                if (!(refused.getCause() instanceof IllegalArgumentException)) throw new AssertionError(refused);
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError("cannot make a " + type, impossible);
            }
        }
        throw new AssertionError("every value was refused by " + type);
    }

    private static Constructor<?> constructor(Class<?> type, RecordComponent[] components)
            throws NoSuchMethodException {
        return type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    }
}
