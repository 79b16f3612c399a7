// @ts-check
// The page's one connection, and what happens when it opens: the store is filled, the open thread goes on where it was.
import { Connection, ConnectionLost } from './connection.mjs';
import { store, titleOf } from './store.mjs';
import { openThread, followOpen } from './open-thread.mjs';

/** Messages of one frame are applied together. */
const FRAME = 40;
/** @type {{method: string, params: any, seq?: number}[]} */
let waiting = [];
let scheduled = false;

function flush() {
  if (!waiting.length) return;
  const messages = waiting;
  waiting = [];
  store.applyAll(messages);
  for (const { method, params } of messages) if (method === 'thread/queue/changed' && params.threadId === store.open.value?.id) loadQueue(params.threadId);
  for (const { method, params } of messages) if (method === 'thread/reverted' && params.threadId === store.open.value?.id) openThread(params.threadId, { again: true });
  for (const { method, params } of messages) if (method === 'pawl/thread/status') introduce(params.threadId);
}

/** Threads that are being read. @type {Set<string>} */
const introduced = new Set();

/** A thread that was begun elsewhere gets its title with its first words. @param {string} threadId */
async function introduce(threadId) {
  if (titleOf(store.threads.value.get(threadId)) || introduced.has(threadId)) return;
  introduced.add(threadId);
  try {
    const { thread } = await call('thread/read', { threadId });
    store.knowThreads([thread], { archived: store.threads.value.get(threadId)?.archived });
  } catch (error) {
    if (!(error instanceof ConnectionLost)) console.warn('not read', error);
  } finally {
    introduced.delete(threadId);
  }
}

/** @param {{method: string, params: any, seq?: number}} message */
function notified(message) {
  waiting.push(message);
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => { scheduled = false; flush(); }, FRAME);
}

/** Signed out when the server says 401; anything else is no answer to that question. */
async function check() {
  const response = await fetch('/api/rpc', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: 1, method: 'pawl/ping', params: {} }) });
  return response.status !== 401;
}

const address = typeof location === 'undefined' ? 'ws://127.0.0.1/' : `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/app-server`;

export const connection = new Connection(address, { opened, notified, replying: flush, asked: (id, method, params) => {
  flush();
  store.asked(id, method, params);
} }, { check });

/** @param {string} method @param {any} [params] @returns {Promise<any>} */
export const call = (method, params) => connection.call(method, params);

/** A call that other servers may not have: nothing when it is not there. @param {string} method @param {any} [params] @returns {Promise<any>} */
export async function maybe(method, params) {
  return store.has(method) ? call(method, params) : null;
}

/** What every list needs, read anew after each loss. */
export async function loadLists() {
  const archived = store.archivedShown.value;
  const [list] = await Promise.all([call('thread/list', { limit: 100, archived, sortKey: 'updated_at' }), loadStatuses(), loadAsks()]);
  store.knowThreads(list.data, { replace: true, archived });
  store.listCursor.value = list.nextCursor ?? '';
  store.listLoaded.value = true;
}

async function loadStatuses() {
  const statuses = await maybe('pawl/status/read', {});
  if (statuses) store.knowStatuses(statuses.data);
}

async function loadAsks() {
  const asks = await maybe('pawl/approvals/list', {});
  if (asks) store.knowAsks(asks.data, { replace: true });
}

/** @param {string} threadId */
export async function loadQueue(threadId) {
  const queue = await call('thread/queue/list', { threadId, limit: 50 });
  if (store.open.value?.id === threadId) store.queue.value = queue.data;
}

/** @param {any} hello */
async function opened(hello) {
  const own = hello.pawl ?? {};
  const methods = new Set(/** @type {string[]} */ (own.methods ?? []));
  store.server.value = { methods, cwd: own.cwd ?? '', home: own.home ?? hello.codexHome ?? '', version: own.version ?? hello.userAgent ?? '' };
  // Questions are asked again by the server; an answer on its way may have been lost.
  if (!methods.has('pawl/approvals/list')) store.asks.value = new Map();
  for (const ask of store.asks.value.values()) store.changeAsk(ask.id, { state: 'open', requested: false });
  try {
    await Promise.all([followOpen(), loadLists()]);
  } catch (error) {
    if (!(error instanceof ConnectionLost)) store.toast('error', String(error instanceof Error ? error.message : error));
  }
}
