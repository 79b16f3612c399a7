// @ts-check
// All that the page knows of the server: fed by its replies and notifications, never by what a person hopes for.
import { signal, computed, batch } from '@preact/signals-core';
import { Timeline } from './timeline.mjs';

/**
 * @typedef {import('./types.d.ts').Thread} Thread
 * @typedef {import('./types.d.ts').Status} Status
 * @typedef {import('./types.d.ts').Ask} Ask
 * @typedef {import('./types.d.ts').Queued} Queued
 */

const ANSWERED_KEPT = 20;

export class Store {
  /** @type {import('@preact/signals-core').Signal<Map<string, Thread>>} */
  threads = signal(new Map());
  /** @type {import('@preact/signals-core').Signal<Map<string, Status>>} */
  statuses = signal(new Map());
  /** What waits for a person, oldest first. @type {import('@preact/signals-core').Signal<Map<string, Ask>>} */
  asks = signal(new Map());
  /** The open thread. @type {import('@preact/signals-core').Signal<Timeline|null>} */
  open = signal(null);
  /** Settings of the open thread, as the server told them. @type {import('@preact/signals-core').Signal<any>} */
  settings = signal(null);
  /** @type {import('@preact/signals-core').Signal<Queued[]>} */
  queue = signal([]);
  /** @type {import('@preact/signals-core').Signal<{id: number, kind: string, text: string, action?: {label: string, run: () => void}}[]>} */
  toasts = signal([]);
  /** What the server is and can do; `methods` are Pawl's own ones. */
  server = signal({ methods: /** @type {Set<string>} */ (new Set()), cwd: '', home: '', version: '' });
  listLoaded = signal(false);
  listCursor = signal('');
  archivedShown = signal(false);
  /** Words that steer a turn and were not read by it yet: the server shows them when its next step takes them. @type {import('@preact/signals-core').Signal<{threadId: string, turnId: string, clientId: string, text: string}[]>} */
  steers = signal([]);
  /** Words that a turn did not read before it was stopped: they go back to the message box. @type {import('@preact/signals-core').Signal<{threadId: string, text: string}|null>} */
  returned = signal(null);
  /** Grows with each change of a thread's workflow; panes that show it read again. */
  flowChanges = signal(0);
  #toastId = 0;
  #now;

  /** @param {() => number} [now] */
  constructor(now = () => Date.now()) {
    this.#now = now;
  }

  /** Whether the server has a method of Pawl's own. @param {string} method */
  has(method) {
    return this.server.value.methods.has(method);
  }

  /** The groups of the list. */
  groups = computed(() => grouped([...this.threads.value.values()], this.statuses.value, this.asks.value));

  /** How many things wait for a person. */
  waiting = computed(() => this.asks.value.size);

  /** @param {string} threadId */
  asksOf(threadId) {
    return [...this.asks.value.values()].filter((ask) => ask.threadId === threadId);
  }

  /** @param {string} threadId */
  nameOf(threadId) {
    return titleOf(this.threads.value.get(threadId));
  }

  /** @param {any[]} threads @param {{replace?: boolean, archived?: boolean}} [how] */
  knowThreads(threads, { replace = false, archived = false } = {}) {
    const all = replace ? new Map() : new Map(this.threads.value);
    for (const thread of threads) all.set(thread.id, { ...thread, turns: [], archived });
    // The open thread stays known, whatever page of the list was read.
    const open = this.open.value && this.threads.value.get(this.open.value.id);
    if (open && !all.has(open.id)) all.set(open.id, open);
    this.threads.value = all;
  }

  /** @param {string} id @param {Partial<Thread>} more */
  #changeThread(id, more) {
    const known = this.threads.value.get(id);
    if (known) this.threads.value = new Map(this.threads.value).set(id, { ...known, ...more });
  }

  /** @param {string} id */
  #dropThread(id) {
    const all = new Map(this.threads.value);
    all.delete(id);
    this.threads.value = all;
    const asks = new Map([...this.asks.value].filter(([, ask]) => ask.threadId !== id));
    if (asks.size !== this.asks.value.size) this.asks.value = asks;
  }

  /** @param {any[]} statuses */
  knowStatuses(statuses) {
    const all = new Map(this.statuses.value);
    for (const status of statuses) {
      const known = all.get(status.threadId);
      if (known && known.seq !== undefined && status.seq < known.seq) continue;
      all.set(status.threadId, { ...status, receivedAt: this.#now() });
    }
    this.statuses.value = all;
  }

  /** @param {any[]} asks @param {{replace?: boolean}} [how] */
  knowAsks(asks, { replace = false } = {}) {
    const before = this.asks.value;
    const all = replace ? new Map() : new Map(before);
    for (const ask of asks) {
      const known = before.get(ask.id);
      all.set(ask.id, { ...known, ...ask, requested: ask.requested || known?.requested || false, state: known?.state ?? 'open' });
    }
    this.asks.value = new Map([...all].sort(([, a], [, b]) => (a.askedAt || 0) - (b.askedAt || 0)));
  }

  /** @param {string} id @param {Partial<Ask>} more */
  changeAsk(id, more) {
    const known = this.asks.value.get(id);
    if (known) this.asks.value = new Map(this.asks.value).set(id, { ...known, ...more });
  }

  /** Questions that were answered, for the place that still shows them. @type {import('@preact/signals-core').Signal<{id: string, threadId: string, where: string, decision: any}[]>} */
  answered = signal([]);

  /** @param {string} id @param {{where?: string, decision?: any}} [how] */
  resolve(id, { where = '', decision = null } = {}) {
    const ask = this.asks.value.get(id);
    if (!ask) {
      if (where) this.answered.value = this.answered.value.map((each) => (each.id === id && !each.where ? { ...each, where, decision: decision ?? each.decision } : each));
      return;
    }
    const all = new Map(this.asks.value);
    all.delete(id);
    this.asks.value = all;
    const mine = ask.state === 'sent';
    this.answered.value = [...this.answered.value.slice(-ANSWERED_KEPT), { id, threadId: ask.threadId, where: mine ? 'here' : where || 'elsewhere', decision: decision ?? ask.decision ?? null }];
  }

  /** A request of the server that waits for a person. @param {string|number} id @param {string} method @param {any} params */
  asked(id, method, params) {
    this.knowAsks([{ id: String(id), requestId: id, threadId: params.threadId, turnId: params.turnId, itemId: params.itemId, method, params, askedAt: params.startedAtMs ?? this.#now(), expiresAt: null, requested: true }]);
  }

  /** @param {string} kind info, error, done @param {string} text @param {{label: string, run: () => void}} [action] */
  toast(kind, text, action) {
    const id = ++this.#toastId;
    this.toasts.value = [...this.toasts.value.slice(-3), { id, kind, text, action }];
    return id;
  }

  /** @param {number} id */
  dismiss(id) {
    this.toasts.value = this.toasts.value.filter((each) => each.id !== id);
  }

  /** @param {{method: string, params: any, seq?: number}[]} messages */
  applyAll(messages) {
    batch(() => { for (const message of messages) this.apply(message); });
  }

  /** @param {{method: string, params: any, seq?: number}} message */
  apply(message) {
    const { method, params = {} } = message;
    switch (method) {
      case 'thread/started': this.knowThreads([params.thread], { archived: false }); break;
      case 'thread/status/changed': this.#changeThread(params.threadId, { status: params.status }); break;
      case 'thread/name/updated': this.#changeThread(params.threadId, { name: params.threadName ?? params.name ?? null }); break;
      case 'thread/archived': if (this.archivedShown.value) this.#changeThread(params.threadId, { archived: true }); else this.#archive(params.threadId); break;
      case 'thread/unarchived': this.#changeThread(params.threadId, { archived: false }); break;
      case 'thread/deleted': this.#dropThread(params.threadId); break;
      case 'thread/settings/updated': if (this.open.value?.id === params.threadId) this.settings.value = { ...this.settings.value, ...params.threadSettings, ...params.settings }; break;
      case 'pawl/thread/status': this.knowStatuses([params]); break;
      case 'pawl/approvals/asked': this.knowAsks([params]); break;
      case 'pawl/approvals/resolved': this.resolve(params.id, { where: params.answeredIn, decision: params.decision }); break;
      case 'pawl/flow/changed': this.flowChanges.value++; break;
      case 'serverRequest/resolved': this.resolve(String(params.requestId)); break;
    }
    if (method === 'turn/started' || method === 'turn/completed') this.#changeThread(params.threadId, { updatedAt: Math.floor(this.#now() / 1000) });
    if (method === 'item/completed') this.#read(params);
    if (method === 'turn/completed') this.#unread(params.threadId, params.turn);
    if (method === 'item/completed' && params.item?.type === 'userMessage' && !this.threads.value.get(params.threadId)?.preview) {
      this.#changeThread(params.threadId, { preview: wordsOf(params.item) });
    }
    if (this.open.value && params.threadId === this.open.value.id) this.open.value.apply(message);
  }

  /** @param {any} params of `item/completed` */
  #read(params) {
    if (params.item?.type === 'userMessage' && params.item.clientId) this.steers.value = this.steers.value.filter((each) => each.clientId !== params.item.clientId);
  }

  /** A turn that was stopped drops what it did not read; one that ended well begins again with it. @param {string} threadId @param {any} turn */
  #unread(threadId, turn) {
    const left = this.steers.value.filter((each) => each.turnId === turn.id);
    if (!left.length || turn.status === 'completed') return;
    this.steers.value = this.steers.value.filter((each) => each.turnId !== turn.id);
    this.returned.value = { threadId, text: left.map((each) => each.text).join('\n') };
  }

  /** @param {string} id */
  #archive(id) {
    if (this.open.value?.id === id) this.#changeThread(id, { archived: true });
    else this.#dropThread(id);
  }
}

/** @param {any} item a userMessage */
export const wordsOf = (item) => (item.content ?? []).map((/** @type {any} */ part) => (part.type === 'text' ? part.text : '')).join(' ').trim();

/** @param {Thread | undefined} thread */
export function titleOf(thread) {
  const words = thread?.name || thread?.preview || '';
  return words.replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** @param {Status | undefined} status */
export const isPinned = (status) => Boolean(status?.pinned);

/** @param {Thread} thread @param {Status | undefined} status */
export const isRunning = (thread, status) => (status ? !['idle', 'error'].includes(status.status) : thread.status?.type === 'active');

/** @param {Thread} thread */
const recency = (thread) => thread.recencyAt ?? thread.updatedAt ?? 0;

/** Needs you, running, unread, pinned, the rest. @param {Thread[]} threads @param {Map<string, Status>} statuses @param {Map<string, Ask>} asks */
export function grouped(threads, statuses, asks) {
  const waiting = new Set([...asks.values()].map((ask) => ask.threadId));
  /** @type {Record<string, Thread[]>} */
  const groups = { needsYou: [], running: [], unread: [], pinned: [], rest: [], archived: [] };
  for (const thread of threads.sort((a, b) => recency(b) - recency(a) || (a.id < b.id ? 1 : -1))) {
    const status = statuses.get(thread.id);
    const attention = status ? status.attention.approvals + status.attention.inputs : thread.status?.activeFlags?.length ?? 0;
    if (thread.archived) groups.archived.push(thread);
    else if (waiting.has(thread.id) || attention > 0) groups.needsYou.push(thread);
    else if (thread.parentThreadId && !isRunning(thread, status)) continue;
    else if (isRunning(thread, status)) groups.running.push(thread);
    else if (status?.unread) groups.unread.push(thread);
    else if (isPinned(status)) groups.pinned.push(thread);
    else groups.rest.push(thread);
  }
  return groups;
}

export const store = new Store();
