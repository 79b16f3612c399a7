package dev.pawl.kernel;

import dev.pawl.id.CardId;

/// A tool call for a tool that runs elsewhere; leaves through the outbox after the waits exist.
public record RemoteCall(Gate gate, Wait.Need need, CardId card) {}
