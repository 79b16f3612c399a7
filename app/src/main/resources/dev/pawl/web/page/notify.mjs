// @ts-check
// The badge in the title, and notifications of the browser: once for each question and each end of a turn, never for what is old.
import { effect } from '@preact/signals-core';
import { notifications } from './prefs.mjs';
import { place, go, threadPath } from './router.mjs';
import { store } from './store.mjs';
import { say } from './words.mjs';

const FRESH_MS = 10_000;
/** @type {Set<string>} */
const told = new Set();

/** @param {string} key @param {string} title @param {string} threadId */
function tell(key, title, threadId) {
  if (told.has(key)) return;
  told.add(key);
  if (!notifications.value || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible' && place.value.threadId === threadId) return;
  const note = new Notification(title, { tag: key });
  note.onclick = () => { focus(); go(threadPath(threadId)); note.close(); };
}

export function start() {
  effect(() => {
    const waiting = store.waiting.value;
    const { name, threadId } = place.value;
    const where = name === 'thread' ? store.nameOf(threadId) || say('untitled') : '';
    document.title = `${waiting ? `(${waiting}) ${say('titleNeeds')} · ` : ''}${where ? where + ' · ' : ''}Pawl`;
  });
  effect(() => {
    for (const ask of store.asks.value.values()) {
      if (Date.now() - ask.askedAt < FRESH_MS) tell('ask ' + ask.id, say('notifyAsk', store.nameOf(ask.threadId) || say('untitled')), ask.threadId);
      else told.add('ask ' + ask.id);
    }
  });
  /** @type {Map<string, boolean>} */
  const before = new Map();
  effect(() => {
    for (const [id, status] of store.statuses.value) {
      const was = before.get(id);
      before.set(id, status.interruptible);
      if (was && !status.interruptible && status.unread) tell(`done ${id} ${status.seq}`, say('notifyDone', store.nameOf(id) || say('untitled')), id);
    }
  });
}
