// @ts-check
// An open thread: its turns and the items of the span that is shown, folded from the server's notifications.
import { signal, batch } from '@preact/signals-core';
import * as spans from './window.mjs';

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} turnId
 * @property {any} item as the server has it; texts that stream are in `live`
 * @property {'open'|'done'|'interrupted'} state
 * @property {string} live text or output that came by deltas
 * @property {string[]} parts summaries of reasoning that came by deltas
 * @property {number} startedAt ms, 0 when not known
 * @property {number} completedAt
 * @property {string} progress what a tool says of itself
 * @property {boolean} gap whether deltas were missed
 *
 * @typedef {object} TurnView
 * @property {string} id
 * @property {string} status inProgress, completed, interrupted, failed
 * @property {any} error
 * @property {number|null} startedAt seconds
 * @property {number|null} durationMs
 * @property {{step: string, status: string}[]|null} plan
 * @property {string} explanation
 * @property {string} diff
 */

const LIVE_OUTPUT = 200_000;

/** @param {string} turnId @param {string} itemId */
export const keyOf = (turnId, itemId) => turnId + '/' + itemId;

/** Items that are over when they are there: nothing tells their end apart. */
const isOpen = (/** @type {any} */ item) => item.status === 'inProgress';

export class Timeline {
  /** @type {import('@preact/signals-core').Signal<spans.Span>} */
  span = signal(spans.empty());
  /** @type {Map<string, import('@preact/signals-core').Signal<Entry>>} */
  entries = new Map();
  /** @type {import('@preact/signals-core').Signal<Map<string, TurnView>>} */
  turns = signal(new Map());
  /** The turn under way. */
  active = signal('');
  /** The latest plan, of any turn. @type {import('@preact/signals-core').Signal<{turnId: string, steps: {step: string, status: string}[], explanation: string}|null>} */
  plan = signal(null);
  /** @type {import('@preact/signals-core').Signal<any>} */
  usage = signal(null);
  /** Warnings and errors that belong to no item, by the key they follow. @type {import('@preact/signals-core').Signal<{id: number, after: string, level: string, text: string, details: string}[]>} */
  notes = signal([]);
  loaded = signal(false);
  /** Number of the last event that was seen. */
  seq = 0;
  /** Whether the reader is at the end: then the oldest items may leave the span. */
  follow = true;
  #noteId = 0;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** @param {string} key */
  entry(key) {
    return this.entries.get(key);
  }

  /** @param {string} turnId @param {any} item @param {Partial<Entry>} [more] @returns {Entry} */
  #fresh(turnId, item, more = {}) {
    return { key: keyOf(turnId, item.id), turnId, item, state: isOpen(item) ? 'open' : 'done', live: '', parts: [], startedAt: 0, completedAt: 0, progress: '', gap: false, ...more };
  }

  /** @param {Entry} entry */
  #put(entry) {
    const known = this.entries.get(entry.key);
    if (known) { known.value = entry; return; }
    this.entries.set(entry.key, signal(entry));
    this.span.value = spans.added(this.span.value, entry.key, this.follow);
    this.#forget();
  }

  /** Entries that left the span are dropped with it. */
  #forget() {
    const { keys, atEnd } = this.span.value;
    if (this.entries.size <= keys.length + (atEnd ? 0 : 50)) return;
    const kept = new Set(keys);
    for (const [key, entry] of this.entries) if (!kept.has(key) && entry.value.state !== 'open') this.entries.delete(key);
  }

  /** @param {string} turnId @param {string} itemId @param {(entry: Entry) => Entry} change @param {() => any} make the item when its start was missed */
  #change(turnId, itemId, change, make) {
    const known = this.entries.get(keyOf(turnId, itemId));
    if (known) known.value = change(known.value);
    else this.#put(change(this.#fresh(turnId, { id: itemId, ...make() }, { state: 'open', gap: true })));
  }

  /** A page of the history. @param {{turnId: string, item: any, startedAtMs?: number|null, completedAtMs?: number|null}[]} page oldest first @param {'older'|'newer'} where @param {boolean} isLast whether nothing is behind it */
  page(page, where, isLast) {
    batch(() => {
      const keys = page.map(({ turnId, item, startedAtMs, completedAtMs }) => {
        const key = keyOf(turnId, item.id);
        const known = this.entries.get(key);
        const open = isOpen(item) || (known?.value.state === 'open');
        const entry = this.#fresh(turnId, item, { startedAt: startedAtMs ?? 0, completedAt: completedAtMs ?? 0 });
        // What came live meanwhile is newer than the page.
        if (!known) this.entries.set(key, signal(entry));
        else if (open && !isOpen(item) && item.type !== 'agentMessage' && item.type !== 'reasoning') known.value = entry;
        return key;
      });
      this.span.value = spans[where](this.span.value, keys, isLast);
      this.#forget();
    });
  }

  /** Begins again at another place. */
  clear() {
    batch(() => {
      this.entries.clear();
      this.span.value = { ...spans.empty(), atEnd: false };
    });
  }

  /** @param {any[]} turns */
  knowTurns(turns) {
    const all = new Map(this.turns.value);
    for (const turn of turns) all.set(turn.id, this.#turn(turn, all.get(turn.id)));
    this.turns.value = all;
    const open = [...all.values()].filter((turn) => turn.status === 'inProgress').at(-1);
    this.active.value = open?.id ?? '';
  }

  /** @param {any} turn @param {TurnView} [before] @returns {TurnView} */
  #turn(turn, before) {
    return { plan: null, explanation: '', diff: '', ...before, id: turn.id, status: turn.status, error: turn.error ?? null, startedAt: turn.startedAt ?? before?.startedAt ?? null, durationMs: turn.durationMs ?? null };
  }

  /** @param {string} id @param {Partial<TurnView>} more */
  #changeTurn(id, more) {
    const known = this.turns.value.get(id);
    const turn = known ?? this.#turn({ id, status: 'inProgress' });
    this.turns.value = new Map(this.turns.value).set(id, { ...turn, ...more });
  }

  /** Nothing of a turn that ended is under way any more. @param {any} turn */
  #ended(turn) {
    const gone = new Set();
    for (const entry of this.entries.values()) {
      const one = entry.value;
      if (one.turnId !== turn.id || one.state !== 'open') continue;
      // Words without an end were never finished by the model; the turn has them not.
      if (one.gap && !one.live) gone.add(one.key);
      else entry.value = { ...one, state: 'interrupted' };
    }
    if (gone.size) this.span.value = spans.without(this.span.value, (key) => gone.has(key));
    const all = new Map(this.turns.value);
    all.set(turn.id, this.#turn(turn, all.get(turn.id)));
    this.turns.value = all;
    if (this.active.value === turn.id) this.active.value = '';
  }

  /** The connection was lost: what streams has a hole from now on. */
  broken() {
    for (const entry of this.entries.values()) if (entry.value.state === 'open') entry.value = { ...entry.value, gap: true };
  }

  /** @param {string} level @param {string} text @param {string} [details] */
  note(level, text, details = '') {
    const after = this.span.value.keys.at(-1) ?? '';
    const same = this.notes.value.at(-1);
    if (same && same.after === after && same.text === text) return;
    this.notes.value = [...this.notes.value.slice(-30), { id: ++this.#noteId, after, level, text, details }];
  }

  /** Words that a step began and another step wrote again: the abandoned ones go. @param {string} turnId @param {any} item */
  #replaceAbandoned(turnId, item) {
    if (item.type !== 'agentMessage' && item.type !== 'reasoning') return;
    const gone = new Set();
    for (const entry of this.entries.values()) {
      const one = entry.value;
      if (one.turnId === turnId && one.gap && one.state === 'open' && one.item.type === item.type && one.item.id !== item.id) gone.add(one.key);
    }
    if (!gone.size) return;
    this.span.value = spans.without(this.span.value, (key) => gone.has(key));
    for (const key of gone) this.entries.delete(key);
  }

  /** @param {{method: string, params: any, seq?: number}} message */
  apply(message) {
    const { method, params, seq } = message;
    if (seq !== undefined) {
      if (seq <= this.seq) return;
      this.seq = seq;
    }
    switch (method) {
      case 'turn/started': this.knowTurns([params.turn]); break;
      case 'turn/completed': this.#ended(params.turn); break;
      case 'item/started': {
        this.#replaceAbandoned(params.turnId, params.item);
        const known = this.entries.get(keyOf(params.turnId, params.item.id));
        if (known && known.value.state !== 'open') break;
        this.#put(this.#fresh(params.turnId, params.item, { state: 'open', startedAt: params.startedAtMs ?? 0, live: known?.value.live ?? '' }));
        break;
      }
      case 'item/completed': {
        this.#replaceAbandoned(params.turnId, params.item);
        const known = this.entries.get(keyOf(params.turnId, params.item.id))?.value;
        this.#put(this.#fresh(params.turnId, params.item, { state: 'done', startedAt: known?.startedAt ?? 0, completedAt: params.completedAtMs ?? 0 }));
        break;
      }
      case 'item/agentMessage/delta': case 'item/plan/delta':
        this.#change(params.turnId, params.itemId, (one) => (one.state === 'open' ? { ...one, live: one.live + params.delta } : one),
          () => (method === 'item/plan/delta' ? { type: 'plan', text: '' } : { type: 'agentMessage', text: '' }));
        break;
      case 'item/reasoning/summaryTextDelta': case 'item/reasoning/textDelta':
        this.#change(params.turnId, params.itemId, (one) => (one.state === 'open' ? { ...one, parts: grown(one.parts, params.summaryIndex ?? params.contentIndex ?? 0, params.delta) } : one),
          () => ({ type: 'reasoning', summary: [], content: [] }));
        break;
      case 'item/commandExecution/outputDelta':
        this.#change(params.turnId, params.itemId, (one) => (one.state === 'open' ? { ...one, live: (one.live + params.delta).slice(-LIVE_OUTPUT) } : one),
          () => ({ type: 'commandExecution', command: '', status: 'inProgress', commandActions: [], cwd: '' }));
        break;
      case 'item/mcpToolCall/progress':
        this.#change(params.turnId, params.itemId, (one) => ({ ...one, progress: params.message ?? '' }), () => ({ type: 'mcpToolCall', server: '', tool: '', status: 'inProgress' }));
        break;
      case 'item/fileChange/patchUpdated':
        this.#change(params.turnId, params.itemId, (one) => ({ ...one, item: { ...one.item, changes: params.changes ?? one.item.changes } }), () => ({ type: 'fileChange', changes: [], status: 'inProgress' }));
        break;
      case 'turn/plan/updated':
        this.#changeTurn(params.turnId, { plan: params.plan, explanation: params.explanation ?? '' });
        this.plan.value = { turnId: params.turnId, steps: params.plan, explanation: params.explanation ?? '' };
        break;
      case 'turn/diff/updated': this.#changeTurn(params.turnId, { diff: params.diff }); break;
      case 'thread/tokenUsage/updated': this.usage.value = params.tokenUsage; break;
      case 'error': this.note(params.willRetry ? 'retry' : 'error', params.error?.message ?? '', params.error?.additionalDetails ?? ''); break;
      case 'warning': this.note('warning', params.message ?? ''); break;
    }
  }
}

/** @param {string[]} parts @param {number} at @param {string} delta */
function grown(parts, at, delta) {
  const all = parts.slice();
  while (all.length <= at) all.push('');
  all[at] += delta;
  return all;
}
