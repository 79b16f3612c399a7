// @ts-check
// What a person can do: each is a call of the server; what it changes comes back as a notification.
import { store, titleOf, isPinned } from './store.mjs';
import { call, connection, maybe, loadQueue } from './link.mjs';
import { ConnectionLost } from './connection.mjs';
import { go, threadPath, place } from './router.mjs';
import { say } from './words.mjs';

/** What went wrong, in words for a person. @param {unknown} error */
export function reason(error) {
  if (error instanceof ConnectionLost) return error.sent ? say('sendUnknown') : say('lost');
  return error instanceof Error ? error.message : String(error);
}

/** Does it, and says so when it fails. @template T @param {Promise<T>} promise @returns {Promise<T|undefined>} */
export async function attempt(promise) {
  try {
    return await promise;
  } catch (error) {
    store.toast('error', reason(error));
    return undefined;
  }
}

/** @param {string} text @param {{url: string}[]} images */
export const inputOf = (text, images) => [...(text ? [{ type: 'text', text, text_elements: [] }] : []), ...images.map(({ url }) => ({ type: 'image', url }))];

/** Says something to a thread: begins a turn, or steers the one under way. @param {string} threadId @param {any[]} input @param {string} clientId @param {any} [more] */
export async function submit(threadId, input, clientId, more = {}) {
  const active = store.open.value?.id === threadId ? store.open.value.active.value : '';
  if (!active) return call('turn/start', { threadId, input, clientUserMessageId: clientId, ...more });
  try {
    const steered = await call('turn/steer', { threadId, input, expectedTurnId: active, clientUserMessageId: clientId });
    store.steers.value = [...store.steers.value, { threadId, turnId: steered?.turnId ?? active, clientId, text: input.map((part) => part.text ?? '').join(' ').trim() }];
    return steered;
  } catch (error) {
    if (error instanceof ConnectionLost) throw error;
    // The turn ended meanwhile, or cannot be steered: the words are the next request.
    return call('turn/start', { threadId, input, clientUserMessageId: clientId, ...more });
  }
}

/** @param {string} threadId @param {any[]} input @param {string} clientId */
export const enqueue = (threadId, input, clientId) => call('thread/queue/add', { threadId, input, clientUserMessageId: clientId });

/** @param {string} threadId @param {string} id @param {any[]} input */
export const changeQueued = (threadId, id, input) => call('thread/queue/update', { threadId, queuedSubmissionId: id, input }).then(() => loadQueue(threadId));

/** @param {string} threadId @param {string} id */
export const dropQueued = (threadId, id) => call('thread/queue/delete', { threadId, queuedSubmissionId: id }).then(() => loadQueue(threadId));

/** @param {string} threadId @param {string} id */
export const startQueued = (threadId, id) => call('thread/queue/start', { threadId, queuedSubmissionId: id });

/** @param {string} threadId */
export async function stop(threadId) {
  const turnId = store.open.value?.id === threadId ? store.open.value.active.value : '';
  if (turnId) return call('turn/interrupt', { threadId, turnId });
  const turns = await call('thread/turns/list', { threadId, limit: 1, sortDirection: 'desc', itemsView: 'notLoaded' });
  const last = turns.data[0];
  return last?.status === 'inProgress' ? call('turn/interrupt', { threadId, turnId: last.id }) : null;
}

/** Answers an approval. @param {import('./types.d.ts').Ask} ask @param {any} decision */
export const decide = (ask, decision) => reply(ask, { decision }, { decision });

/** Answers questions of the agent. @param {import('./types.d.ts').Ask} ask @param {Record<string, string[]>} answers */
export const answer = (ask, answers) => reply(ask, { answers: Object.fromEntries(Object.entries(answers).map(([id, all]) => [id, { answers: all }])) }, { answers });

/** Answers the form of an MCP server. @param {import('./types.d.ts').Ask} ask @param {'accept'|'decline'|'cancel'} action @param {any} content */
export const elicit = (ask, action, content) => reply(ask, { action, content: action === 'accept' ? content : null, _meta: null }, { decision: action, content });

/** @param {import('./types.d.ts').Ask} ask @param {any} result as the reply to the server's request @param {any} said as `pawl/approvals/decide` takes it */
async function reply(ask, result, said) {
  store.changeAsk(ask.id, { state: 'sent', decision: result.decision ?? result.action ?? 'answer' });
  try {
    if (ask.requested && ask.requestId !== undefined) connection.reply(ask.requestId, result);
    else await call('pawl/approvals/decide', { id: ask.id, ...said });
  } catch (error) {
    const data = /** @type {any} */ (error).data;
    store.changeAsk(ask.id, { state: 'open' });
    if (data?.answeredIn) store.resolve(ask.id, { where: data.answeredIn, decision: data.decision });
    else {
      store.toast('error', error instanceof ConnectionLost ? say('answerLost') : reason(error));
    }
  }
}

/** @param {{cwd: string, model?: string, sandbox?: string, approvalPolicy?: string}} settings */
export async function newThread(settings) {
  const started = await call('thread/start', Object.fromEntries(Object.entries(settings).filter(([, value]) => value)));
  store.knowThreads([started.thread]);
  return started.thread.id;
}

/** @param {import('./types.d.ts').Thread} thread @param {string} name */
export const rename = (thread, name) => attempt(call('thread/name/set', { threadId: thread.id, name }));

/** @param {import('./types.d.ts').Thread} thread */
export async function archive(thread) {
  if (await attempt(call('thread/archive', { threadId: thread.id })) === undefined) return;
  if (place.value.threadId === thread.id) go('/');
  store.toast('done', say('archivedToast', titleOf(thread) || say('untitled')), { label: say('undo'), run: () => unarchive(thread) });
}

/** @param {import('./types.d.ts').Thread} thread */
export async function unarchive(thread) {
  const done = await attempt(call('thread/unarchive', { threadId: thread.id }));
  if (done) store.knowThreads([{ ...thread, ...done.thread }], { archived: false });
}

/** @param {import('./types.d.ts').Thread} thread */
export async function remove(thread) {
  if (await attempt(call('thread/delete', { threadId: thread.id })) === undefined) return;
  if (place.value.threadId === thread.id) go('/');
  store.toast('done', say('deletedToast', titleOf(thread) || say('untitled')));
}

/** @param {string} threadId @param {any} [from] `lastTurnId` or `beforeTurnId` */
export async function fork(threadId, from = {}) {
  const made = await attempt(call('thread/fork', { threadId, excludeTurns: true, ...from }));
  if (!made) return;
  store.knowThreads([made.thread]);
  go(threadPath(made.thread.id));
}

/** @param {import('./types.d.ts').Thread} thread */
export const pin = (thread) => attempt(call('pawl/thread/pin', { threadId: thread.id, pinned: !isPinned(store.statuses.value.get(thread.id)) }));

/** @param {string} threadId @param {any} settings */
export const changeSettings = (threadId, settings) => attempt(call('thread/settings/update', { threadId, ...settings }));

/** @param {string} threadId */
export const compact = (threadId) => attempt(call('thread/compact/start', { threadId }));

/** @param {string} threadId */
export const startReview = (threadId) => attempt(call('review/start', { threadId, target: { type: 'uncommittedChanges' }, delivery: 'inline' }));

/** Where words occur, best first. @param {string} query @returns {Promise<{threadId: string, name: string, kind: string, snippet: string, turnId: string, itemId: string}[]>} */
export async function search(query) {
  const own = await maybe('pawl/search', { query, limit: 50 });
  if (own) return own.data.map((/** @type {any} */ hit) => ({ turnId: '', itemId: '', ...hit, name: hit.threadName ?? '' }));
  const found = await call('thread/search', { searchTerm: query, limit: 30 });
  return found.data.map((/** @type {any} */ hit) => ({ threadId: hit.thread.id, name: titleOf(hit.thread), kind: '', snippet: hit.snippet, turnId: hit.turnId ?? '', itemId: hit.itemId ?? '' }));
}

/** Files whose names fit. @param {string} query @param {string} root @returns {Promise<string[]>} */
export async function findFiles(query, root) {
  const found = await call('fuzzyFileSearch', { query, roots: [root] });
  return found.files.slice(0, 12).map((/** @type {any} */ file) => file.path);
}
