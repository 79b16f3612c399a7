package dev.pawl.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Goes wrong once, at the n-th call that reaches the database.
public final class Faults {
    public enum Kind {
        /// The connection breaks before the call.
        BEFORE,
        /// The call is done, then the connection breaks: nobody saw the outcome.
        AFTER,
        /// The call does not come back until its time is up; the connection stays.
        HANG,
        /// The process dies: nothing else happens, and nobody handles it.
        KILL
    }

    /// What a dead process cannot catch.
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    private static final Set<String> REACHING =
            Set.of("execute", "executeQuery", "executeUpdate", "commit", "rollback");

    private final Kind kind;
    private final int at;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean dead;

    public Faults(Kind kind, int at) {
        this.kind = kind;
        this.at = at;
    }

    public static Faults none() {
        return new Faults(Kind.BEFORE, -1);
    }

    public int calls() {
        return calls.get();
    }

    public boolean killed() {
        return dead;
    }

    /// What a connection does when it is given back unbroken.
    public interface Back {
        void give(Connection real) throws SQLException;
    }

    public Connection on(Connection real, Back back) {
        return (Connection) proxy(Connection.class, real, new Wire(real, back));
    }

    private Object proxy(Class<?> type, Object real, Wire wire) {
        InvocationHandler handler = (_, method, arguments) -> call(real, method, arguments, wire);
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /// One connection and whether it still works.
    private static final class Wire {
        private final Connection real;
        private final Back back;
        private boolean broken;

        Wire(Connection real, Back back) {
            this.real = real;
            this.back = back;
        }

        void giveBack() throws SQLException {
            if (!broken) back.give(real);
        }

        void cut() throws SQLException {
            broken = true;
            real.close();
        }
    }

    private @Nullable Object call(Object real, Method method, Object[] arguments, Wire wire) throws Throwable {
        if (dead) throw new Killed();
        if (method.getName().equals("close")) {
            if (!(real instanceof Connection)) return invoke(real, method, arguments);
            wire.giveBack();
            return null;
        }
        if (wire.broken) throw new SQLException("the connection is gone", "08006");
        if (!REACHING.contains(method.getName()) || calls.incrementAndGet() != at) {
            return wrap(invoke(real, method, arguments), wire);
        }
        if (kind == Kind.HANG) throw new SQLException("timed out", "57014");
        if (kind == Kind.AFTER) invoke(real, method, arguments);
        dead = kind == Kind.KILL;
        wire.cut();
        if (dead) throw new Killed();
        throw new SQLException("broken " + kind, "08006");
    }

    private Object wrap(Object answer, Wire wire) {
        return switch (answer) {
            case PreparedStatement statement -> proxy(PreparedStatement.class, statement, wire);
            case Statement statement -> proxy(Statement.class, statement, wire);
            case null, default -> answer;
        };
    }

    private static Object invoke(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
