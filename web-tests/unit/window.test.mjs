import test from 'node:test';
import assert from 'node:assert/strict';
import { added, empty, MOST, newer, older, without } from '../../app/src/main/resources/dev/pawl/web/page/window.mjs';

const keys = (from, to) => Array.from({ length: to - from }, (_, i) => `t/${from + i}`);

test('a thread opens from its end', () => {
  const span = older(empty(), keys(900, 1000), false);
  assert.deepEqual([span.keys.length, span.atStart, span.atEnd], [100, false, true]);
});

test('never more than the most, whichever way it moves', () => {
  let span = older(empty(), keys(1900, 2000), false);
  for (let from = 1800; from >= 1000; from -= 100) span = older(span, keys(from, from + 100), false);
  assert.deepEqual([span.keys.length, span.keys[0], span.atEnd], [MOST, 't/1000', false]);
  span = newer(span, keys(1400, 1500), false);
  assert.deepEqual([span.keys.length, span.keys[0], span.keys.at(-1), span.atStart], [MOST, 't/1100', 't/1499', false]);
});

test('what is new is added at the end, and the oldest goes while the reader follows', () => {
  let span = older(empty(), keys(0, MOST), true);
  span = added(span, 'new', true);
  assert.deepEqual([span.keys.length, span.keys[0], span.keys.at(-1), span.atStart], [MOST, 't/1', 'new', false]);
});

test('while the reader is elsewhere nothing above goes: what is new is counted', () => {
  let span = older(empty(), keys(0, MOST), true);
  span = added(added(span, 'x', false), 'y', false);
  assert.deepEqual([span.keys[0], span.keys.length, span.atEnd, span.missed], ['t/0', MOST, false, 2]);
});

test('doubles are dropped', () => {
  const span = older(older(empty(), keys(5, 10), false), keys(0, 7), true);
  assert.deepEqual(span.keys, keys(0, 10));
  assert.equal(added(span, 't/3', true), span);
});

test('reaching the end again forgets what was missed', () => {
  const span = newer({ keys: keys(0, 5), atStart: true, atEnd: false, missed: 7 }, keys(5, 8), true);
  assert.deepEqual([span.atEnd, span.missed], [true, 0]);
});

test('removing keys', () => assert.deepEqual(without({ ...empty(), keys: ['a', 'b'] }, (key) => key === 'a').keys, ['b']));
