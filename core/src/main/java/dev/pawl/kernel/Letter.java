package dev.pawl.kernel;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import java.util.List;
import java.util.Optional;

/// One row of an inbox.
///
/// `order` is the letter's place in its agent's inbox, taken under the head's lock; `epoch` is
/// [Epoch#NONE] until the letter is bound to one.
public record Letter(
        LetterId id, AgentId agent, long order, TurnId turn, Epoch epoch, LetterState state, Content content) {

    /// What the letter says, by kind.
    public sealed interface Content {
        LetterKind kind();
    }

    public record Request(BoxId context) implements Content {
        @Override
        public LetterKind kind() {
            return LetterKind.TURN;
        }
    }

    public record UiAction(BoxId context) implements Content {
        @Override
        public LetterKind kind() {
            return LetterKind.UI_ACTION;
        }
    }

    public record Steer(List<Item> items) implements Content {
        public Steer {
            items = List.copyOf(items);
        }

        @Override
        public LetterKind kind() {
            return LetterKind.STEER;
        }
    }

    /// An agent that this one called has delivered. It waits in the inbox as a steer does, but for
    /// no turn in particular: it begins none, and keeps none open. Its letter is bound to a turn
    /// once it has ended a wait of that turn.
    ///
    /// @param manner as the caller wished ([Lineage.Caller.Spawner])
    public record Notice(AgentId from, TurnId of, String manner, Item.Deliverable deliverable) implements Content {
        @Override
        public LetterKind kind() {
            return LetterKind.STEER;
        }
    }

    /// What a notice tells the model; nothing when a tool reads it.
    @FunctionalInterface
    public interface NoticeText {
        Optional<Item> of(Notice notice);

        /// Nobody is told.
        NoticeText NONE = _ -> Optional.empty();
    }

    /// An answer, and who gave it.
    public record Report(LetterKind kind, String source, Item.Reported reported) implements Content {
        public Report {
            if (!kind.answersCall()) throw new IllegalArgumentException("not an answer: " + kind);
        }

        public CallId call() {
            return reported.call();
        }
    }

    public record Stop(String reason) implements Content {
        @Override
        public LetterKind kind() {
            return LetterKind.STOP;
        }
    }

    /// What cannot be read: edited by hand, or written by a newer version. Kept as it is.
    public record Broken(LetterKind kind, String error) implements Content {}

    public Letter become(LetterState next) {
        if (!state.mayBecome(next))
            throw new IllegalStateException("letter " + id + " cannot go from " + state + " to " + next);
        return new Letter(id, agent, order, turn, epoch, next, content);
    }

    public Letter boundTo(Gate gate) {
        return new Letter(id, agent, order, gate.turn(), gate.epoch(), state, content);
    }

    public Letter forTurn(TurnId other) {
        return new Letter(id, agent, order, other, epoch, state, content);
    }
}
