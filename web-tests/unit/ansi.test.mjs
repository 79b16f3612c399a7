import test from 'node:test';
import assert from 'node:assert/strict';
import { colour256, lines, look, plain } from '../../app/src/main/resources/dev/pawl/web/page/ansi.mjs';
import { visible } from '../../app/src/main/resources/dev/pawl/web/page/visible.mjs';

const words = (text) => lines(text).map((runs) => runs.map((run) => run.text).join(''));

test('colours become runs, and end with their reset', () => {
  const [runs] = lines('a \x1b[1;31mred\x1b[0m b');
  assert.deepEqual(runs.map((run) => [run.text, run.style.fg, run.style.bold]), [['a ', '', false], ['red', 'red', true], [' b', '', false]]);
});

for (const [name, text, expected] of [
  ['a carriage return overwrites its line', '10%\r50%\r100%\ndone', ['100%', 'done']],
  ['CRLF is one line end', 'a\r\nb\r\n', ['a', 'b']],
  ['a backspace takes one character', 'abc\b\bX', ['aX']],
  ['an erased line begins again', 'wait\r\x1b[Kready', ['ready']],
  ['titles and links are left out', '\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b', ['ab']],
  ['moves of the cursor are left out', '\x1b[2J\x1b[3;4Hx', ['x']],
  ['an unfinished sequence shows nothing', 'a\x1b[', ['a']],
  ['control characters show nothing', 'a\x00\x07b', ['ab']],
  ['tabs stay', 'a\tb', ['a\tb']],
]) test(name, () => assert.deepEqual(words(text), expected));

test('256 colours and true colours', () => {
  assert.equal(colour256(9), 'bright-red');
  assert.equal(colour256(16), '#000000');
  assert.equal(colour256(231), '#ffffff');
  assert.equal(colour256(255), '#eeeeee');
  assert.equal(colour256(300), '');
  const [[run]] = lines('\x1b[38;2;1;2;300;48;5;200mx');
  assert.deepEqual(look(run.style), { class: '', style: { color: '#0102ff', backgroundColor: '#ff00d7' } });
});

test('inverse swaps the colours', () => {
  const [[run]] = lines('\x1b[7;32mx');
  assert.equal(look(run.style).class, 'a-inverse a-on-green');
});

test('copied output has no sequences', () => assert.equal(plain('\x1b[32mok\x1b[0m\n'), 'ok'));

test('what hides or turns text is spelt out', () => {
  assert.equal(visible('rm\u202e fr-\u200b'), 'rm⟨U+202E⟩ fr-⟨U+200B⟩');
  assert.equal(visible('a\nb\t中文'), 'a\nb\t中文');
});

test('a long output is read in time that grows with its length', () => {
  const begun = performance.now();
  lines('\x1b[32mok\x1b[0m line\n'.repeat(50_000));
  assert.ok(performance.now() - begun < 2000);
});
