import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { PAGE, problems } from '../vendor.mjs';
import { policy } from '../page-files.mjs';
import { asMessage } from '../../app/src/main/resources/dev/pawl/web/page/ui/review-state.mjs';
import { parse } from '../../app/src/main/resources/dev/pawl/web/page/router.mjs';
import { wordAt } from '../../app/src/main/resources/dev/pawl/web/page/ui/suggestions.mjs';

const MOST = 80 * 1024;

test('vendored files are those of VENDOR.toml', () => assert.deepEqual(problems(), []));

/** Files that the first load takes: the shell, its styles, and every module that is imported without waiting. */
function firstLoad() {
  const html = fs.readFileSync(path.join(PAGE, 'index.html'), 'utf8');
  const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(html)[1]);
  const files = new Set(['/index.html', '/icon.svg', ...[...html.matchAll(/rel="stylesheet" href="(.*?)"/g)].map((found) => found[1])]);
  const visit = (name) => {
    if (files.has(name)) return;
    files.add(name);
    const code = fs.readFileSync(path.join(PAGE, name), 'utf8');
    for (const [, to] of code.matchAll(/(?:^|[;}])\s*(?:import|export)\s?[^'"()]*?from\s?["']([^"']+)["']/gm)) visit(imports[to] ?? path.join(path.dirname(name), to));
  };
  visit('/main.mjs');
  return [...files];
}

test('the first load is at most 80 KB compressed', () => {
  const sizes = firstLoad().map((name) => [name, zlib.gzipSync(fs.readFileSync(path.join(PAGE, name)), { level: 6 }).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`first load: ${(total / 1024).toFixed(1)} KB compressed in ${sizes.length} files`);
  assert.ok(total <= MOST, `${total} bytes: ${sizes.sort((a, b) => b[1] - a[1]).slice(0, 8).join(' ')}`);
});

test('the policy has no unsafe-*, and trusted types are on', () => {
  const line = policy(fs.readFileSync(path.join(PAGE, 'index.html'), 'utf8'));
  assert.doesNotMatch(line, /unsafe/);
  assert.match(line, /require-trusted-types-for 'script'; trusted-types 'none'/);
});

test('no HTML strings, no evaluation, no inline handlers anywhere', () => {
  for (const name of fs.readdirSync(PAGE, { recursive: true }).filter((each) => each.endsWith('.mjs') && !each.startsWith('vendor'))) {
    const code = fs.readFileSync(path.join(PAGE, name), 'utf8');
    assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write|\beval\(|new Function|srcdoc|DOMParser/, name);
  }
});

test('files are small', () => {
  for (const name of fs.readdirSync(PAGE, { recursive: true }).filter((each) => each.endsWith('.mjs') && !each.startsWith('vendor') && each !== 'dictionary.mjs')) {
    assert.ok(fs.readFileSync(path.join(PAGE, name), 'utf8').split('\n').length < 400, name);
  }
});

test('routes', () => {
  assert.deepEqual(['/', '/t/a%2Fb?pane=review#i-c', '/inbox', '/settings?tab=log', '/other'].map((href) => { const { name, threadId, pane, itemId, tab } = parse(href); return [name, threadId, pane, itemId, tab].filter(Boolean).join(' '); }), ['home', 'thread a/b review c', 'inbox', 'settings log', 'home']);
});

test('what is typed after @ and /', () => {
  assert.deepEqual(wordAt('/re', 3), { kind: 'command', word: 're', from: 0 });
  assert.deepEqual(wordAt('see @src/ma', 11), { kind: 'file', word: 'src/ma', from: 4 });
  assert.equal(wordAt('a/b', 3), null);
  assert.equal(wordAt('me@home', 7), null);
});

test('comments become one message with path, range and quoted lines', () => {
  const comment = { id: 1, threadId: 'x', path: 'a.txt', side: 'new', from: 2, to: 3, quoted: ['b', 'c'], text: 'Why?' };
  assert.equal(asMessage('Please:', [comment, { ...comment, side: 'old', from: 5, to: 5, quoted: ['x'], text: 'Keep.' }]), 'Please:\n\na.txt:2-3\n> b\n> c\nWhy?\n\na.txt:5 (removed)\n> x\nKeep.');
});
