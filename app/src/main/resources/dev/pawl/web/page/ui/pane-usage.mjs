// @ts-check
// Tokens and cost: of the context, of this thread, of all threads, by model.
import { html } from '../html.mjs';
import { Empty, Failed, Skeleton, useRead } from './controls.mjs';
import { call } from '../link.mjs';
import { count, say } from '../words.mjs';

/** @param {{title: string, rows: any[]}} props */
export function UsageTable({ title, rows }) {
  if (!rows.length) return html`<section><h3>${title}</h3><p class="muted">${say('noUsage')}</p></section>`;
  const sum = (/** @type {string} */ name) => rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  const money = (/** @type {number|null|undefined} */ usd) => (usd ? '$' + usd.toFixed(usd < 1 ? 4 : 2) : '');
  const line = (/** @type {any} */ row, /** @type {string} */ name) => html`<td>${name}</td><td>${count(row.input ?? 0)}</td><td>${count(row.cached ?? 0)}</td><td>${count(row.output ?? 0)}</td><td>${count(row.reasoning ?? 0)}</td><td>${money(row.cost_usd)}</td>`;
  const total = { input: sum('input'), cached: sum('cached'), output: sum('output'), reasoning: sum('reasoning'), cost_usd: sum('cost_usd') };
  return html`<section><h3>${title}</h3><div class="md-table" tabIndex="0" role="group" aria-label=${title}><table class="facts numbers"><thead><tr><th>${say('model')}</th><th>${say('input')}</th><th>${say('cached')}</th><th>${say('outputTokens')}</th><th>${say('reasoning')}</th><th>${say('cost')}</th></tr></thead>
    <tbody>${rows.map((row, i) => html`<tr key=${i}>${line(row, row.model ?? '')}</tr>`)}</tbody>${rows.length > 1 ? html`<tfoot><tr>${line(total, say('total'))}</tr></tfoot>` : null}</table></div></section>`;
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function UsagePane({ timeline }) {
  const read = useRead(() => Promise.all([call('pawl/usage/read', { threadId: timeline.id, by: ['model'] }), call('pawl/usage/read', { by: ['model'] })]), [timeline.id, timeline.usage.value]);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${4} />`;
  const [own, all] = read.value;
  const usage = timeline.usage.value;
  if (!own.data.length && !all.data.length) return html`<${Empty} icon="chart-column" title=${say('noUsage')} />`;
  return html`<div class="pane-pad">${usage?.last ? html`<section><h3>${say('context')}</h3><p>${count(usage.last.totalTokens)}${usage.modelContextWindow ? ` / ${count(usage.modelContextWindow)}` : ''}</p></section>` : null}
    <${UsageTable} title=${say('thisThread')} rows=${own.data} /><${UsageTable} title=${say('allThreads')} rows=${all.data} /></div>`;
}
