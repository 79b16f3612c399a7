// @ts-check
// Output of a command: colours, its end first, all of it on demand.
import { html, useMemo, useState } from '../html.mjs';
import { lines, look, plain } from '../ansi.mjs';
import { CopyButton } from './controls.mjs';
import { say } from '../words.mjs';

const HEAD = 4;
const TAIL = 12;

/** @param {{runs: import('../ansi.mjs').Run[]}} props */
function OutputLine({ runs }) {
  return html`${runs.map((run, i) => {
    const { class: classes, style } = look(run.style);
    return classes || Object.keys(style).length ? html`<span key=${i} class=${classes} style=${style}>${run.text}</span>` : run.text;
  })}${'\n'}`;
}

/** @param {{text: string, live?: boolean}} props */
export function Output({ text, live = false }) {
  const [all, setAll] = useState(false);
  const rows = useMemo(() => lines(text), [text]);
  if (!text) return null;
  const folded = !all && rows.length > HEAD + TAIL + 2;
  const head = folded ? (live ? [] : rows.slice(0, HEAD)) : rows;
  const tail = folded ? rows.slice(-TAIL) : [];
  const more = folded ? html`<button type="button" class="link output-more" onClick=${() => setAll(true)}>${say('showAll', rows.length)}</button>` : null;
  return html`<div class="output"><${CopyButton} text=${() => plain(text)} />
    <pre tabIndex="0" aria-label=${say('output')}>${head.map((runs, i) => html`<${OutputLine} key=${i} runs=${runs} />`)}${more}${tail.map((runs, i) => html`<${OutputLine} key=${'t' + i} runs=${runs} />`)}</pre>
    ${all && rows.length > HEAD + TAIL + 2 ? html`<button type="button" class="link output-more" onClick=${() => setAll(false)}>${say('showLess')}</button>` : null}</div>`;
}
