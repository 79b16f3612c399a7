package dev.pawl.store;

/// What every ledger promises: [LedgerInvariants] ← [LedgerAnswers] ← [LedgerCrashes] ←
/// [LedgerRaces] ← [LedgerClocks]. Extended by one test class for each store.
abstract class LedgerContract extends LedgerClocks {}
