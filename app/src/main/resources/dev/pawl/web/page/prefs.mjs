// @ts-check
// What this browser remembers: theme, language, drafts, widths. Nothing of a thread's state is kept here.
import { signal, effect } from '@preact/signals-core';

const PREFIX = 'pawl.';

/** @param {string} name @param {any} otherwise */
export function read(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {any} value nothing or empty forgets it */
export function write(name, value) {
  try {
    if (value === undefined || value === null || value === '') localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs comfort only.
  }
}

/** @template T @param {string} name @param {T} otherwise @returns {import('@preact/signals-core').Signal<T>} */
function kept(name, otherwise) {
  const value = signal(read(name, otherwise));
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) write(name, now === otherwise ? null : now);
    first = false;
  });
  return value;
}

/** `system`, `light` or `dark`. */
export const theme = kept('theme', 'system');
/** `system`, `en` or `zh`. */
export const language = kept('language', 'system');
export const notifications = kept('notifications', false);
/** Single letters as shortcuts. */
export const letterKeys = kept('letterKeys', true);
export const paneWidth = kept('paneWidth', 460);
export const listHidden = kept('listHidden', false);
export const wrapDiffs = kept('wrapDiffs', false);

/** @param {string} threadId */
export const draftOf = (threadId) => read('draft.' + threadId, { text: '', images: [] });

/** Pictures are kept only while the page is open: they are too big. @param {string} threadId @param {{text: string}} draft */
export const keepDraft = (threadId, draft) => write('draft.' + threadId, draft.text ? { text: draft.text } : null);

/** What was sent before, the newest first. @returns {string[]} */
export const history = () => read('history', []);

/** @param {string} text */
export function remember(text) {
  const said = text.trim();
  if (said) write('history', [said, ...history().filter((each) => each !== said)].slice(0, 50));
}
