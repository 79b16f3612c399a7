import test from 'node:test';
import assert from 'node:assert/strict';
import { grouped, Store } from '../../app/src/main/resources/dev/pawl/web/page/store.mjs';

const thread = (id, more = {}) => ({ id, name: id, preview: '', cwd: '/w', updatedAt: 1, status: { type: 'idle' }, ...more });
const status = (threadId, seq, more = {}) => ({ threadId, seq, level: 7, status: 'idle', attention: { approvals: 0, inputs: 0 }, unread: false, ...more });
const ask = (id, threadId = 'a') => ({ id, threadId, turnId: 't', itemId: 'c', method: 'item/commandExecution/requestApproval', params: {}, askedAt: 1, expiresAt: null });

function full() {
  const store = new Store(() => 1000);
  store.knowThreads([thread('a', { updatedAt: 3 }), thread('b', { updatedAt: 2 }), thread('c')]);
  return store;
}
const names = (store) => Object.fromEntries(Object.entries(store.groups.value).map(([name, all]) => [name, all.map((each) => each.id).join(' ')]).filter(([, all]) => all));

test('needs you first, then running, unread, pinned, the rest', () => {
  const store = full();
  store.knowThreads([thread('d'), thread('e')]);
  store.knowStatuses([status('b', 1, { status: 'running' }), status('c', 1, { unread: true }), status('d', 1, { pinned: true })]);
  store.knowAsks([ask('1')]);
  assert.deepEqual(names(store), { needsYou: 'a', running: 'b', unread: 'c', pinned: 'd', rest: 'e' });
});

test('attention puts a thread on top although its questions are not known', () => {
  const groups = grouped([thread('a')], new Map([['a', status('a', 1, { attention: { approvals: 0, inputs: 1 } })]]), new Map());
  assert.equal(groups.needsYou.length, 1);
});

test('an older status does not replace a newer one', () => {
  const store = full();
  store.apply({ method: 'pawl/thread/status', params: status('a', 5, { status: 'running' }) });
  store.apply({ method: 'pawl/thread/status', params: status('a', 4) });
  assert.equal(store.statuses.value.get('a').status, 'running');
});

test('a question that is asked twice is one, and its answer elsewhere is told', () => {
  const store = full();
  store.asked('t/c', 'item/commandExecution/requestApproval', { threadId: 'a', turnId: 't', itemId: 'c', startedAtMs: 1 });
  store.apply({ method: 'pawl/approvals/asked', params: ask('t/c') });
  assert.equal(store.asks.value.size, 1);
  assert.equal(store.asks.value.get('t/c').requested, true);
  store.apply({ method: 'pawl/approvals/resolved', params: { id: 't/c', threadId: 'a', decision: 'accept', answeredIn: 'terminal' } });
  assert.deepEqual([store.asks.value.size, store.answered.value.at(-1).where], [0, 'terminal']);
});

test('my own answer is not told as one from elsewhere', () => {
  const store = full();
  store.knowAsks([ask('1')]);
  store.changeAsk('1', { state: 'sent' });
  store.apply({ method: 'serverRequest/resolved', params: { requestId: '1', threadId: 'a' } });
  assert.equal(store.answered.value.at(-1).where, 'here');
});

test('a list read again drops questions that are answered', () => {
  const store = full();
  store.knowAsks([ask('1'), ask('2')]);
  store.knowAsks([ask('2')], { replace: true });
  assert.deepEqual([...store.asks.value.keys()], ['2']);
});

test('questions come in the order they were asked', () => {
  const store = full();
  store.knowAsks([{ ...ask('late'), askedAt: 9 }, { ...ask('early'), askedAt: 2 }]);
  assert.deepEqual([...store.asks.value.keys()], ['early', 'late']);
});

test('renamed, archived, deleted', () => {
  const store = full();
  store.apply({ method: 'thread/name/updated', params: { threadId: 'a', threadName: 'new' } });
  assert.equal(store.nameOf('a'), 'new');
  store.apply({ method: 'thread/archived', params: { threadId: 'a' } });
  store.knowAsks([ask('1', 'b')]);
  store.apply({ method: 'thread/deleted', params: { threadId: 'b' } });
  assert.deepEqual([[...store.threads.value.keys()], store.asks.value.size], [['c'], 0]);
});

test('words that a stopped turn did not read come back; those it read do not', () => {
  const store = full();
  store.steers.value = [{ threadId: 'a', turnId: 't', clientId: '1', text: 'read' }, { threadId: 'a', turnId: 't', clientId: '2', text: 'unread' }];
  store.apply({ method: 'item/completed', params: { threadId: 'a', turnId: 't', item: { type: 'userMessage', id: 'u', clientId: '1', content: [] } } });
  store.apply({ method: 'turn/completed', params: { threadId: 'a', turn: { id: 't', status: 'interrupted' } } });
  assert.deepEqual([store.returned.value, store.steers.value], [{ threadId: 'a', text: 'unread' }, []]);
});

test('unknown notifications change nothing', () => {
  const store = full();
  const before = names(store);
  store.apply({ method: 'something/new', params: { threadId: 'a' } });
  assert.deepEqual(names(store), before);
});
