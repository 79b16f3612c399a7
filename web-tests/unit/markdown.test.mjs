import test from 'node:test';
import assert from 'node:assert/strict';
import { decoded, render, safeLink, split } from '../../app/src/main/resources/dev/pawl/web/page/markdown.mjs';

/** A node as text: tags with their attributes, so that tests can look for what must not be there. */
function flat(node) {
  if (node === null || node === undefined || node === false || node === true) return '';
  if (Array.isArray(node)) return node.map(flat).join('');
  if (typeof node !== 'object') return `“${node}”`;
  const { type, props } = node;
  if (typeof type === 'function') return `<${type.name} ${JSON.stringify({ ...props, children: undefined })}/>`;
  const { children, ...others } = props;
  const attributes = Object.entries(others).filter(([, value]) => value !== undefined).map(([name, value]) => ` ${name}=${value}`).join('');
  return `<${type}${attributes}>${flat(children)}</${type}>`;
}
const shown = (text) => flat(split(text).map((token) => render(token)));

for (const [name, text, expected] of [
  ['a paragraph', 'a **b** *c* `d`', '<p>“a ”<strong>“b”</strong>“ ”<em>“c”</em>“ ”<code>“d”</code></p>'],
  ['a list', '- a\n- b', '<ul><li>“a”</li><li>“b”</li></ul>'],
  ['a numbered list', '3. a', '<ol start=3><li>“a”</li></ol>'],
  ['HTML is text', '<b onclick=x>hi</b>', '<p>“<b onclick=x>”“hi”“</b>”</p>'],
  ['a block of HTML is text', '<script>alert(1)</script>', '<p class=md-html>“<script>alert(1)</script>”</p>'],
  ['code keeps its characters', '`<b>&amp;</b>`', '<p><code>“<b>&amp;</b>”</code></p>'],
  ['character references', 'a &lt; b &amp; &#20013;', '<p>“a < b & 中”</p>'],
  ['a link', '[x](https://a.b/c)', '<p><a href=https://a.b/c target=_blank rel=noopener noreferrer>“x”</a></p>'],
  ['a picture is a link', '![x](https://a.b/c.png)', '<p><a href=https://a.b/c.png target=_blank rel=noopener noreferrer>“x”</a></p>'],
]) test(name, () => assert.equal(shown(text), expected));

test('a table', () => assert.match(shown('|a|b|\n|-|:-:|\n|1|2|'), /<th>“a”<\/th><th class=md-center>“b”<\/th>.*<td>“1”<\/td>/));
test('a task list', () => assert.match(shown('- [x] done'), /<li class=md-task><input type=checkbox disabled=true checked=true/));
test('code in a fence', () => assert.match(shown('```js\nlet a;\n```'), /<CodeBlock {"text":"let a;","language":"js","open":false}\/>/));

for (const href of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '//evil', 'blob:x', ' javascript:alert(1)', '\u0001javascript:alert(1)']) {
  test(`no link to ${JSON.stringify(href)}`, () => {
    assert.equal(safeLink(href), '');
    assert.doesNotMatch(shown(`[x](<${href.replace('\n', '')}>)`), / href=/);
  });
}

test('references to characters that are none', () => assert.equal(decoded('&#0; &#x110000; &nope; &lt'), '\ufffd \ufffd &nope; &lt'));

test('blocks before the last stay the same while a text grows', () => {
  const before = split('# a\n\ntext\n\n- b');
  const after = split('# a\n\ntext\n\n- b\n- c\n\nmore');
  assert.deepEqual(before.slice(0, 2).map((token) => token.raw.trim()), after.slice(0, 2).map((token) => token.raw.trim()));
});
