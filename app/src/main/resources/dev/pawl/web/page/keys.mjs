// @ts-check
// Shortcuts: single letters, never while something is typed; Esc closes, pressed twice it stops the turn.
import { own } from './own.mjs';
import { letterKeys } from './prefs.mjs';
import { go, place, showPane } from './router.mjs';
import { store } from './store.mjs';
import { attempt, stop } from './actions.mjs';
import { helpShown } from './ui/help.mjs';
import { listShown } from './ui/shell-state.mjs';
import { say } from './words.mjs';

const TWICE_WITHIN = 1500;
const AFTER_G = 1200;
/** @type {Record<string, string>} */
const PANES = { d: 'review', p: 'plan', a: 'agents', c: 'checkpoints', u: 'usage' };

let escapedAt = 0;
let gAt = 0;

/** @param {EventTarget|null} target */
const isTyping = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Moves the focus among rows. @param {string} selector @param {number} step */
function move(selector, step) {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
  rows[to]?.focus();
  rows[to]?.scrollIntoView({ block: 'nearest' });
}

/** @param {KeyboardEvent} event */
function escaped(event) {
  if (document.querySelector('dialog[open]')) return;
  if (helpShown.value) { helpShown.value = false; return; }
  if (listShown.value) { listShown.value = false; return; }
  if (place.value.pane) { showPane(''); return; }
  const active = place.value.name === 'thread' && store.open.value?.active.value;
  if (!active) { if (isTyping(event.target)) /** @type {HTMLElement} */ (event.target).blur(); return; }
  if (event.timeStamp - escapedAt < TWICE_WITHIN) { escapedAt = 0; attempt(stop(place.value.threadId)); return; }
  escapedAt = event.timeStamp;
  store.toast('info', say('escAgain'));
}

/** @param {string} id */
const focus = (id) => { document.getElementById(id)?.focus(); };

/** @param {KeyboardEvent} event */
function letter(event) {
  if (event.timeStamp - gAt < AFTER_G) {
    gAt = 0;
    if (event.key === 'i') return go('/inbox');
    if (event.key === 'h') return go('/');
  }
  switch (event.key) {
    case '/': listShown.value = matchMedia('(max-width: 760px)').matches; return requestAnimationFrame(() => focus('search'));
    case '?': helpShown.value = true; return true;
    case 'n': return go('/new');
    case 'm': return requestAnimationFrame(() => focus('message'));
    case 'g': gAt = event.timeStamp; return true;
    case 'j': return move('.item', 1);
    case 'k': return move('.item', -1);
    case ']': return move('.item-userMessage', 1);
    case '[': return move('.item-userMessage', -1);
  }
  const pane = own(PANES, event.key);
  if (pane && place.value.name === 'thread') return showPane(place.value.pane === pane ? '' : pane);
  return false;
}

export function start() {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === 'Escape') { escaped(event); return; }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || !letterKeys.value || document.querySelector('dialog[open]')) return;
    if (letter(event) !== false) event.preventDefault();
  });
}
