import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { STATUS_WORDS, WORDS } from '../../app/src/main/resources/dev/pawl/web/page/dictionary.mjs';
import { brief, duration, phrase, say } from '../../app/src/main/resources/dev/pawl/web/page/words.mjs';
import { language } from '../../app/src/main/resources/dev/pawl/web/page/prefs.mjs';
import { PAGE } from '../vendor.mjs';

const holes = (text) => [...text.matchAll(/\{\d s?\}|\{\ds?\}/g)].map((found) => found[0]).sort().join();

test('each name has both languages with the same holes', () => {
  for (const [name, [en, zh]] of Object.entries(WORDS)) {
    assert.ok(en && zh, name);
    assert.equal(holes(en), holes(zh), name);
  }
});

const sources = fs.readdirSync(PAGE, { recursive: true }).filter((name) => name.endsWith('.mjs') && !name.startsWith('vendor'));
const code = sources.map((name) => fs.readFileSync(path.join(PAGE, name), 'utf8')).join('\n');

test('each name that the page says is in the dictionary', () => {
  const said = new Set([...code.matchAll(/\bsay\('([\w.-]+)'[,)]/g)].map((found) => found[1]));
  assert.deepEqual([...said].filter((name) => !WORDS[name]), []);
});

test('no name in the dictionary is left over', () => {
  const rest = Object.keys(WORDS).filter((name) => !code.includes(`'${name}'`) && !/^(why|agentState|turnState|sandbox|sandboxHint|approval|mode|cmd|scope|flow|theme|language|key)\./.test(name));
  assert.deepEqual(rest, []);
});

test('no words stand in the components', () => {
  for (const name of sources.filter((each) => each.startsWith('ui/'))) {
    const text = fs.readFileSync(path.join(PAGE, name), 'utf8');
    for (const [, words] of text.matchAll(/>([A-Z][a-z]+(?: [a-z]+)*)</g)) assert.ok(words === 'Pawl', `${name}: ${words}`);
  }
});

test('the words of the status are those of the server', () => {
  const java = path.join(PAGE, '../../../../../../../../core/src/main/java/dev/pawl/status/StatusText.java');
  const known = [...fs.readFileSync(java, 'utf8').matchAll(/^ {4}\w+\("([\w.]+)", "(.*)", "(.*)"\)[,;]$/gm)].map(([, key, en, zh]) => [key, en, zh]);
  assert.ok(known.length > 40);
  for (const [key, en, zh] of known) assert.ok((STATUS_WORDS[key] ?? []).some((form) => form[0] === en && form[1] === zh), `${key}: ${en}`);
});

test('phrases, in both languages', () => {
  language.value = 'en';
  assert.equal(phrase({ key: 'd.run', args: ['npm test'] }), 'Running `npm test`');
  assert.equal(phrase({ key: 'term', args: [] }), 'Waiting for background terminal');
  assert.equal(phrase({ key: 'term', args: ['npm'] }), 'Waiting for background terminal · npm');
  assert.equal(phrase({ key: 'not.known', args: [], text: 'Something' }), 'Something');
  language.value = 'zh';
  assert.equal(phrase({ key: 'mcp.many', args: ['1', '3', 'a, b'] }), 'MCP 启动中 (1/3)：a、b');
  assert.equal(phrase({ key: 'd.stall', args: ['70'] }), '已 1 分 10 秒无活动');
  assert.equal(say('send'), '发送');
  language.value = 'en';
});

test('times', () => {
  assert.deepEqual([59_000, 60_000, 3_600_000].map(duration), ['59s', '1m 00s', '1h 00m 00s']);
  assert.deepEqual([90, 1500, 12_000].map(brief), ['90 ms', '1.5 s', '12s']);
});
