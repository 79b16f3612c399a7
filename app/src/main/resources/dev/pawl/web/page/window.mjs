// @ts-check
// Which part of a long thread is shown: a run of keys, never more than MOST, that can be moved towards either end.

export const MOST = 400;
export const PAGE = 100;

/**
 * @typedef {object} Span
 * @property {string[]} keys in order
 * @property {boolean} atStart nothing is older than the first key
 * @property {boolean} atEnd nothing is newer than the last key: what happens now is added
 * @property {number} missed how many were added at the thread's end while the span was elsewhere
 */

/** @returns {Span} */
export const empty = () => ({ keys: [], atStart: false, atEnd: true, missed: 0 });

/** @param {string[]} page @param {Set<string>} there */
const unseen = (page, there) => page.filter((key) => !there.has(key));

/** A page that comes before all. @param {Span} span @param {string[]} page oldest first @param {boolean} isFirst @returns {Span} */
export function older(span, page, isFirst) {
  const keys = [...unseen(page, new Set(span.keys)), ...span.keys];
  const kept = keys.slice(0, MOST);
  return { keys: kept, atStart: isFirst, atEnd: span.atEnd && kept.length === keys.length, missed: span.missed };
}

/** A page that comes after all. @param {Span} span @param {string[]} page oldest first @param {boolean} isLast @returns {Span} */
export function newer(span, page, isLast) {
  const keys = [...span.keys, ...unseen(page, new Set(span.keys))];
  const kept = keys.slice(-MOST);
  return { keys: kept, atStart: span.atStart && kept.length === keys.length, atEnd: isLast, missed: isLast ? 0 : span.missed };
}

/** Something new at the thread's end. `follow`: the reader is at the end, so the oldest may go. @param {Span} span @param {string} key @param {boolean} follow @returns {Span} */
export function added(span, key, follow) {
  if (span.keys.includes(key)) return span;
  if (!span.atEnd) return { ...span, missed: span.missed + 1 };
  const keys = [...span.keys, key];
  if (keys.length <= MOST) return { ...span, keys };
  // While the reader is elsewhere nothing above may go: what is new waits.
  if (!follow) return { ...span, atEnd: false, missed: span.missed + 1 };
  return { ...span, keys: keys.slice(-MOST), atStart: false };
}

/** @param {Span} span @param {(key: string) => boolean} isGone @returns {Span} */
export const without = (span, isGone) => ({ ...span, keys: span.keys.filter((key) => !isGone(key)) });
