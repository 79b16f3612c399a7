// @ts-check
// Why did this happen: letters, epochs, cards, waits and transitions of one turn.
import { html } from '../html.mjs';
import { Empty, Failed, Fold, Select, Skeleton, useRead } from './controls.mjs';
import { review } from './review-state.mjs';
import { call } from '../link.mjs';
import { clock, dateTime, say } from '../words.mjs';

const LONG_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isEmpty = (/** @type {any} */ value) => value === null || value === undefined || value === '';

/** @param {any} value */
const cell = (value) => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : typeof value === 'number' && value > 1e12 ? clock(value) : String(value));

/** A long id is shown by its end, which is what differs. @param {{text: string}} props */
const Cell = ({ text }) => (LONG_ID.test(text) ? html`<td title=${text}>…${text.slice(-8)}</td>` : html`<td>${text}</td>`);

/** @param {{id: string, title: string, rows: any[]}} props */
function Rows({ id, title, rows }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => !isEmpty(row[name])));
  return html`<${Fold} id=${'inspect-' + id} open=${true} summary=${html`<span class="item-verb">${title}</span><span class="group-count">${rows.length}</span>`}>
    ${rows.length ? html`<div class="md-table" tabIndex="0" role="group" aria-label=${title}><table class="facts"><thead><tr>${names.map((name) => html`<th key=${name}>${name}</th>`)}</tr></thead><tbody>${rows.map((row, i) => html`<tr key=${i}>${names.map((name) => html`<${Cell} key=${name} text=${cell(row[name])} />`)}</tr>`)}</tbody></table></div>` : html`<p class="muted">${say('none')}</p>`}</${Fold}>`;
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function InspectorPane({ timeline }) {
  const turns = [...timeline.turns.value.values()].reverse();
  const turnId = turns.some((turn) => turn.id === review.value.inspect) ? review.value.inspect : turns[0]?.id ?? '';
  const read = useRead(() => (turnId ? call('pawl/turn/inspect', { threadId: timeline.id, turnId }) : Promise.resolve(null)), [timeline.id, turnId, timeline.active.value]);
  if (!turnId) return html`<${Empty} icon="activity" title=${say('noTurn')} />`;
  const data = read.value;
  return html`<div class="pane-pad"><${Select} label=${say('turn')} value=${turnId} options=${turns.map((turn) => ({ value: turn.id, label: `${turn.startedAt ? dateTime(turn.startedAt * 1000) : turn.id.slice(-8)} · ${say('turnState.' + turn.status)}` }))} onChange=${(/** @type {string} */ value) => { review.value = { ...review.value, inspect: value }; }} />
    ${read.error ? html`<${Failed} error=${read.error} again=${read.again} />` : null}${!data && read.loading ? html`<${Skeleton} rows=${6} />` : null}
    ${data ? ['letters', 'epochs', 'edges', 'waits', 'cards'].map((name) => html`<${Rows} key=${name} id=${name} title=${say(name)} rows=${data[name] ?? []} />`) : null}</div>`;
}
