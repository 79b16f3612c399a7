import test from 'node:test';
import assert from 'node:assert/strict';
import { Timeline } from '../../app/src/main/resources/dev/pawl/web/page/timeline.mjs';

const started = (item, turnId = 't1') => ({ method: 'item/started', params: { threadId: 'x', turnId, item, startedAtMs: 5 } });
const completed = (item, seq, turnId = 't1') => ({ method: 'item/completed', params: { threadId: 'x', turnId, item, completedAtMs: 9 }, seq });
const delta = (text, itemId = 'm', turnId = 't1') => ({ method: 'item/agentMessage/delta', params: { threadId: 'x', turnId, itemId, delta: text } });
const begun = (id = 't1', seq) => ({ method: 'turn/started', params: { threadId: 'x', turn: { id, status: 'inProgress' } }, seq });
const ended = (status = 'completed', id = 't1', seq) => ({ method: 'turn/completed', params: { threadId: 'x', turn: { id, status } }, seq });
const message = (text) => ({ type: 'agentMessage', id: 'm', text });
const command = (status, more = {}) => ({ type: 'commandExecution', id: 'c', command: 'ls', status, ...more });

function play(...messages) {
  const timeline = new Timeline('x');
  for (const each of messages) timeline.apply(each);
  return timeline;
}
const shown = (timeline) => timeline.span.value.keys.map((key) => timeline.entry(key).value).map(({ item, state, live }) => [item.id, state, item.text || live]);

test('deltas stream, and the completed text is the authority', () => {
  assert.deepEqual(shown(play(begun(), started(message('')), delta('Hel'), delta('lo'))), [['m', 'open', 'Hello']]);
  assert.deepEqual(shown(play(begun(), started(message('')), delta('Hel'), completed(message('Hello!'), 3))), [['m', 'done', 'Hello!']]);
});

test('a delta after the end changes nothing', () => assert.deepEqual(shown(play(begun(), completed(message('Hi'), 2), delta('x'))), [['m', 'done', 'Hi']]));

test('the same events twice are once', () => {
  const events = [begun('t1', 1), completed(message('a'), 2), completed(command('completed'), 3), ended('completed', 't1', 4)];
  assert.deepEqual(shown(play(...events, ...events)), shown(play(...events)));
});

test('an end that comes before its start leaves nothing open', () => assert.deepEqual(shown(play(begun(), completed(command('completed'), 2), started(command('inProgress')))).map((row) => row[1]), ['done']));

test('what is open when a turn ends was interrupted', () => {
  const timeline = play(begun(), started(command('inProgress')), ended('interrupted'));
  assert.deepEqual(shown(timeline).map((row) => row[1]), ['interrupted']);
  assert.equal(timeline.active.value, '');
});

test('the end of another turn leaves this one running', () => {
  const timeline = play(begun('t1'), ended('completed', 't0'), started(command('inProgress')));
  assert.equal(timeline.active.value, 't1');
  assert.deepEqual(shown(timeline).map((row) => row[1]), ['open']);
});

test('two parallel commands keep their outputs apart', () => {
  const out = (itemId, text) => ({ method: 'item/commandExecution/outputDelta', params: { threadId: 'x', turnId: 't1', itemId, delta: text } });
  const timeline = play(begun(), started({ ...command('inProgress'), id: 'a' }), started({ ...command('inProgress'), id: 'b' }), out('b', '2'), out('a', '1'));
  assert.deepEqual(shown(timeline).map((row) => row[2]), ['1', '2']);
});

test('words that a lost step began go when another step writes them', () => {
  const timeline = play(begun(), started({ ...message(''), id: 'old' }), delta('half', 'old'));
  timeline.broken();
  timeline.apply(started({ ...message(''), id: 'new' }));
  timeline.apply(delta('whole', 'new'));
  assert.deepEqual(shown(timeline), [['new', 'open', 'whole']]);
});

test('a page of history meets what came live: no doubles, live first', () => {
  const timeline = play(begun(), started(message('')), delta('live'));
  timeline.page([{ turnId: 't0', item: { type: 'userMessage', id: 'u', content: [] } }, { turnId: 't1', item: message('') }], 'older', true);
  assert.deepEqual(shown(timeline).map((row) => [row[0], row[2]]), [['u', ''], ['m', 'live']]);
});

test('reasoning comes in parts', () => {
  const part = (summaryIndex, text) => ({ method: 'item/reasoning/summaryTextDelta', params: { threadId: 'x', turnId: 't1', itemId: 'r', summaryIndex, delta: text } });
  const timeline = play(begun(), part(0, '**A**'), part(1, '**B'), part(1, '**'));
  assert.deepEqual(timeline.entry('t1/r').value.parts, ['**A**', '**B**']);
});

test('plan, diff and usage belong to the turn and the thread', () => {
  const timeline = play(begun(), { method: 'turn/plan/updated', params: { turnId: 't1', plan: [{ step: 'a', status: 'pending' }] } }, { method: 'turn/diff/updated', params: { turnId: 't1', diff: 'd' } }, { method: 'thread/tokenUsage/updated', params: { tokenUsage: { last: { totalTokens: 3 } } } });
  assert.equal(timeline.turns.value.get('t1').diff, 'd');
  assert.equal(timeline.plan.value.steps[0].step, 'a');
  assert.equal(timeline.usage.value.last.totalTokens, 3);
});

test('ten thousand items leave at most 400, and no entries behind', () => {
  const timeline = new Timeline('x');
  for (let i = 0; i < 10_000; i++) timeline.apply(completed({ type: 'agentMessage', id: 'm' + i, text: 'x' }, i + 1));
  assert.equal(timeline.span.value.keys.length, 400);
  assert.ok(timeline.entries.size <= 450, String(timeline.entries.size));
});
