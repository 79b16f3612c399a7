// @ts-check

/** A table's own entry: names from outside may be those of every object (`constructor`, `__proto__`). @template T @param {Record<string, T>} table @param {string} name @returns {T | undefined} */
export const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
