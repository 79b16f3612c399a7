package dev.pawl.campaign.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/// Lets one actor move at a time. An actor moves from one [#pause] to the next; between two moves
/// the director looks at the world, so every pause is a place where a crash can happen.
final class Stage {
    private static final ScopedValue<Actor> ACTOR = ScopedValue.newInstance();

    private final Semaphore back = new Semaphore(0);
    private final List<Actor> actors = new ArrayList<>();
    private @Nullable Throwable failure;

    /// A process that can be killed: all its actors die at their next move.
    static final class House {
        private final String name;
        private boolean dead;

        House(String name) {
            this.name = name;
        }

        void kill() {
            dead = true;
        }

        boolean isDead() {
            return dead;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// Thrown out of a pause when the process was killed. Nobody may catch it.
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    static final class Actor {
        private final House house;
        private final Semaphore go = new Semaphore(0);
        private @Nullable Thread thread;
        private boolean done;

        private Actor(House house) {
            this.house = house;
        }

        House house() {
            return house;
        }
    }

    /// Where the running actor may be stopped. Without an actor (the director itself) it is no
    /// pause.
    void pause() {
        if (!ACTOR.isBound()) return;
        var actor = ACTOR.get();
        back.release();
        actor.go.acquireUninterruptibly();
        if (actor.house.dead) throw new Killed();
    }

    /// An actor that waits for its first move.
    Actor add(House house, Runnable role) {
        var actor = new Actor(house);
        actor.thread = Thread.ofVirtual().unstarted(() -> play(actor, role));
        actors.add(actor);
        actor.thread.start();
        return actor;
    }

    /// Threads of a process, as actors.
    ThreadFactory threads(House house) {
        return role -> {
            var actor = new Actor(house);
            var thread = Thread.ofVirtual().unstarted(() -> play(actor, role));
            actor.thread = thread;
            actors.add(actor);
            return thread;
        };
    }

    private void play(Actor actor, Runnable role) {
        actor.go.acquireUninterruptibly();
        try {
            if (!actor.house.dead) ScopedValue.where(ACTOR, actor).run(role);
        } catch (Killed expected) {
            // The process died here.
        } catch (RuntimeException | Error bug) {
            failure = bug;
        } finally {
            actor.done = true;
            back.release();
        }
    }

    /// One move of an actor.
    void move(Actor actor) {
        actor.go.release();
        back.acquireUninterruptibly();
        actors.removeIf(each -> each.done);
        if (failure != null) throw new IllegalStateException("an actor failed", failure);
    }

    List<Actor> actors() {
        return actors;
    }
}
