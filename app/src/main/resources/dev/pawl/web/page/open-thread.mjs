// @ts-check
// Opening a thread: from its end, or at an item that was searched for; three requests whatever its length.
import { store } from './store.mjs';
import { Timeline } from './timeline.mjs';
import { PAGE } from './window.mjs';
import { call, loadQueue, maybe } from './link.mjs';
import { ConnectionLost } from './connection.mjs';

/** @typedef {{turnId: string, itemId: string}} Anchor */

/** @param {string} threadId @param {any} cursor @param {'asc'|'desc'} sortDirection @param {number} [limit] */
const list = (threadId, cursor, sortDirection, limit = PAGE) => call('thread/items/list', { threadId, sortDirection, limit, ...(cursor ? { cursor } : {}) });

/** @param {string} key */
function anchorOf(key) {
  const at = key.indexOf('/');
  return { type: 'item', turnId: key.slice(0, at), itemId: key.slice(at + 1) };
}

/** Opens a thread, or reads it again. @param {string} threadId @param {{again?: boolean, at?: Anchor}} [how] */
export async function openThread(threadId, { again = false, at } = {}) {
  const before = store.open.value;
  if (before?.id === threadId && !again && !at) return;
  const timeline = new Timeline(threadId);
  store.open.value = timeline;
  store.queue.value = [];
  store.settings.value = null;
  if (before && before.id !== threadId) call('thread/unsubscribe', { threadId: before.id }).catch(() => {});
  await load(timeline, at);
}

/** @param {Timeline} timeline @param {Anchor} [at] */
async function load(timeline, at) {
  const threadId = timeline.id;
  const [resumed] = await Promise.all([
    call('thread/resume', { threadId, excludeTurns: true, initialTurnsPage: { limit: 50, sortDirection: 'desc', itemsView: 'notLoaded' } }),
    loadQueue(threadId),
    at ? loadAround(timeline, at) : loadEnd(timeline),
  ]);
  if (store.open.value !== timeline) return;
  store.settings.value = resumed;
  // Changes of the status are told to every client: what is known is newer than the reply.
  const known = store.threads.value.get(threadId);
  store.knowThreads([{ ...resumed.thread, status: known?.status ?? resumed.thread.status }], { archived: known?.archived });
  timeline.knowTurns((resumed.initialTurnsPage?.data ?? []).reverse());
  timeline.loaded.value = true;
  seen();
}

/** @param {Timeline} timeline */
async function loadEnd(timeline) {
  const page = await list(timeline.id, null, 'desc');
  timeline.page(page.data.reverse(), 'older', !page.nextCursor);
}

/** @param {Timeline} timeline @param {Anchor} at */
async function loadAround(timeline, at) {
  timeline.clear();
  const anchor = { type: 'item', ...at };
  const [before, after] = await Promise.all([list(timeline.id, anchor, 'desc', PAGE / 2), list(timeline.id, { ...anchor, inclusive: true }, 'asc', PAGE / 2)]);
  timeline.page(before.data.reverse(), 'older', !before.nextCursor);
  timeline.page(after.data, 'newer', !after.nextCursor);
}

/** More of the thread in one direction. @param {Timeline} timeline @param {'older'|'newer'} where */
export async function loadMore(timeline, where) {
  const { keys } = timeline.span.value;
  const edge = where === 'older' ? keys[0] : keys.at(-1);
  if (!edge) return;
  const page = await list(timeline.id, anchorOf(edge), where === 'older' ? 'desc' : 'asc');
  const entries = where === 'older' ? page.data.reverse() : page.data;
  timeline.page(entries, where, !page.nextCursor);
}

/** From anywhere to the end. @param {Timeline} timeline */
export async function toEnd(timeline) {
  if (timeline.span.value.atEnd) return;
  const page = await list(timeline.id, null, 'desc');
  timeline.clear();
  timeline.page([], 'newer', true);
  timeline.page(page.data.reverse(), 'older', !page.nextCursor);
}

/** After a loss: the open thread goes on behind the last event that was seen, and nothing of it is drawn anew. */
export async function followOpen() {
  const timeline = store.open.value;
  if (!timeline) return;
  timeline.broken();
  if (!timeline.loaded.value) return load(timeline);
  await call('thread/resume', { threadId: timeline.id, excludeTurns: true, afterSeq: timeline.seq });
  const turns = await call('thread/turns/list', { threadId: timeline.id, limit: 10, sortDirection: 'desc', itemsView: 'notLoaded' });
  timeline.knowTurns(turns.data.reverse());
  await loadQueue(timeline.id);
}

/** The open thread was looked at: told to the server, so that it is read on every device. */
export function seen() {
  const timeline = store.open.value;
  if (!timeline || document.visibilityState !== 'visible') return;
  const status = store.statuses.value.get(timeline.id);
  if (!status?.unread) return;
  maybe('pawl/thread/seen', { threadId: timeline.id, seq: status.seq }).catch((error) => {
    if (!(error instanceof ConnectionLost)) console.warn('not marked as read', error);
  });
}
