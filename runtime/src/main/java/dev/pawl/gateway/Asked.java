package dev.pawl.gateway;

import dev.pawl.card.Question;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import java.time.Instant;

/// Something a person is asked while a turn waits: since when, and until when an answer counts.
public record Asked(
        ThreadId thread, TurnId turn, CallId call, String tool, Question question, Instant since, Instant until) {}
