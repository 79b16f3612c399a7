// @ts-check
// A file's diff: rows with numbers, colours of the language, marked words; lines can be chosen for a comment.
import { html, useMemo, useState } from '../html.mjs';
import { pieces } from '../diff.mjs';
import { Icon } from './icon.mjs';
import { say } from '../words.mjs';
import { wrapDiffs } from '../prefs.mjs';

const MANY_ROWS = 600;

/** @param {string} path @param {string} [cwd] */
export const shortPath = (path, cwd = '') => (cwd && path.startsWith(cwd + '/') ? path.slice(cwd.length + 1) : path);

/** @param {{file: import('../diff.mjs').FileDiff}} props */
export function Counts({ file }) {
  return html`<span class="counts">${file.added ? html`<span class="plus">+${file.added}</span>` : null}${file.removed ? html`<span class="minus">−${file.removed}</span>` : null}</span>`;
}

/** @type {Record<string, string>} */
const SIGN = { '+': 'added', '-': 'removed', ' ': 'same', '\\': 'note' };

/**
 * @typedef {{at: string, from: number, to: number}} Range rows of the file, counted through its hunks
 * @typedef {{chosen: {from: number, to: number}|null, onChoose: (row: number, extend: boolean) => void, under: (row: number) => import('preact').ComponentChildren}} Commenting
 */

/** @param {{row: import('../diff.mjs').Row, at: number, commenting?: Commenting}} props */
function DiffRow({ row, at, commenting }) {
  const chosen = commenting?.chosen && at >= commenting.chosen.from && at <= commenting.chosen.to;
  const line = row.new ?? row.old ?? 0;
  return html`<tr class=${'row row-' + SIGN[row.kind] + (chosen ? ' row-chosen' : '')}>
    <td class="num">${commenting && row.kind !== '\\' ? html`<button type="button" class="comment-here" aria-label=${say('addComment', line)} title=${say('commentHint')}
        onClick=${(/** @type {MouseEvent} */ event) => commenting.onChoose(at, event.shiftKey)}><${Icon} name="plus" /></button>` : null}${row.old ?? ''}</td>
    <td class="num">${row.new ?? ''}</td>
    <td class="sign" aria-hidden="true">${row.kind === '\\' ? '' : row.kind}</td>
    <td class="text">${row.kind === '\\' ? row.text : pieces(row).map((piece) => (piece.marked ? html`<mark>${piece.text}</mark>` : piece.text))}</td>
  </tr>`;
}

/** @param {{file: import('../diff.mjs').FileDiff, commenting?: Commenting}} props */
export function DiffTable({ file, commenting }) {
  const [all, setAll] = useState(false);
  const rows = useMemo(() => file.hunks.reduce((sum, hunk) => sum + hunk.rows.length, 0), [file]);
  if (file.binary) return html`<p class="diff-note">${say('binary')}</p>`;
  if (!rows) return html`<p class="diff-note">${file.kind === 'rename' ? `${file.oldPath} → ${file.path}` : say('emptyFile')}</p>`;
  let at = 0;
  const limit = all ? Infinity : MANY_ROWS;
  const body = [];
  for (const [i, hunk] of file.hunks.entries()) {
    if (at >= limit) break;
    if (i > 0 || file.kind === 'update' || file.kind === 'rename') body.push(html`<tr class="row row-hunk" key=${'h' + i}><td class="num"></td><td class="num"></td><td class="sign"></td><td class="text">${hunk.header}</td></tr>`);
    for (const row of hunk.rows) {
      if (at >= limit) break;
      const here = at++;
      body.push(html`<${DiffRow} key=${here} row=${row} at=${here} commenting=${commenting} />`);
      const under = commenting?.under(here);
      if (under) body.push(html`<tr key=${'c' + here} class="row-comment"><td colSpan="4">${under}</td></tr>`);
    }
  }
  return html`<div class=${'diff' + (wrapDiffs.value ? ' wrap' : '')} tabIndex="0" role="group" aria-label=${file.path}><table class="diff-table"><tbody>${body}</tbody></table>
    ${rows > limit ? html`<button type="button" class="link diff-more" onClick=${() => setAll(true)}>${say('showAll', rows)}</button>` : null}</div>`;
}
