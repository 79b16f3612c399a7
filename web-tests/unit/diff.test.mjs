import test from 'node:test';
import assert from 'node:assert/strict';
import { ofChange, parse, pieces } from '../../app/src/main/resources/dev/pawl/web/page/diff.mjs';

const DIFF = `diff --git a/src/a.txt b/src/a.txt
index 1..2 100644
--- a/src/a.txt
+++ b/src/a.txt
@@ -1,3 +1,3 @@ head
 one
-the old word here
+the new word here
 three
\\ No newline at end of file
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
--- dashes
diff --git a/p.png b/p.png
new file mode 100644
Binary files /dev/null and b/p.png differ
diff --git a/from.txt b/to.txt
similarity index 100%
rename from from.txt
rename to to.txt
`;

test('files, kinds and counts', () => {
  const files = parse(DIFF);
  assert.deepEqual(files.map(({ path, kind, added, removed, binary }) => [path, kind, added, removed, binary]),
    [['src/a.txt', 'update', 1, 1, false], ['gone', 'delete', 0, 1, false], ['p.png', 'add', 0, 0, true], ['to.txt', 'rename', 0, 0, false]]);
});

test('rows have the numbers of both sides', () => {
  const { rows } = parse(DIFF)[0].hunks[0];
  assert.deepEqual(rows.map((row) => [row.kind, row.old, row.new]), [[' ', 1, 1], ['-', 2, null], ['+', null, 2], [' ', 3, 3], ['\\', null, null]]);
});

test('a removed line that begins with two dashes is a line', () => assert.equal(parse(DIFF)[1].hunks[0].rows[0].text, '-- dashes'));

test('changed words are marked', () => {
  const [, removed, added] = parse(DIFF)[0].hunks[0].rows;
  assert.deepEqual(pieces(removed).filter((piece) => piece.marked).map((piece) => piece.text), ['old']);
  assert.deepEqual(pieces(added).filter((piece) => piece.marked).map((piece) => piece.text), ['new']);
  assert.equal(pieces(added).map((piece) => piece.text).join(''), 'the new word here');
});

test('lines without anything in common are not marked', () => {
  const [file] = parse('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-alpha beta\n+0123456789\n');
  assert.deepEqual(file.hunks[0].rows.map((row) => row.marks), [[], []]);
});

test('names with unusual characters', () => {
  const [file] = parse('diff --git "a/\\344\\270\\255.txt" "b/\\344\\270\\255.txt"\n--- "a/\\344\\270\\255.txt"\n+++ "b/\\344\\270\\255.txt"\n@@ -1 +1 @@\n-a\n+b\n');
  assert.equal(file.path, '中.txt');
});

test('an added file that comes as its text', () => {
  const file = ofChange({ path: '/w/a.txt', kind: { type: 'add' }, diff: 'one\ntwo\n' });
  assert.deepEqual([file.added, file.hunks[0].rows.map((row) => row.new)], [2, [1, 2]]);
});

test('a deleted file that comes as its text, and an empty one', () => {
  assert.equal(ofChange({ path: 'a', kind: { type: 'delete' }, diff: 'x\n' }).removed, 1);
  assert.deepEqual(ofChange({ path: 'a', kind: { type: 'add' }, diff: '' }).hunks, []);
});

test('an update that is only hunks, and a move', () => {
  const file = ofChange({ path: 'a', kind: { type: 'update', move_path: 'b' }, diff: '@@ -1 +1 @@\n-x\n+y\n' });
  assert.deepEqual([file.path, file.oldPath, file.kind, file.added], ['b', 'a', 'rename', 1]);
});

test('text that is no diff gives no files', () => assert.deepEqual(parse('hello\nworld'), []));
