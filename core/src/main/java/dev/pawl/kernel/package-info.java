/// L0: who may work on what, and when a turn is over.
///
/// Start with [TurnMachine], then [Ledger]; the primitives themselves are one class each in
/// `dev.pawl.kernel.primitive`, written once over [Books] for every store. Pure: no clock, no
/// thread, no SQL. Knows nothing of models, tools or workflows.
@NullMarked
package dev.pawl.kernel;

import org.jspecify.annotations.NullMarked;
