// @ts-check
import { html, useState } from '../html.mjs';
import { Fold } from './controls.mjs';
import { Icon } from './icon.mjs';
import { Output } from './output.mjs';
import { now } from './clock.mjs';
import { maybe } from '../link.mjs';
import { attempt } from '../actions.mjs';
import { brief, duration, say, size } from '../words.mjs';
import { visible } from '../visible.mjs';
import { store } from '../store.mjs';
import { keyOf } from '../timeline.mjs';

/** The script itself: the shell around it is the same for all. @param {any} item */
export function scriptOf(item) {
  const actions = (item.commandActions ?? []).map((/** @type {any} */ action) => action.command).filter(Boolean);
  return actions.length ? actions.join(' && ') : item.command ?? '';
}

/** @param {import('../timeline.mjs').Entry} entry */
const isAsked = (entry) => store.asks.value.has(keyOf(entry.turnId, entry.item.id));

/** How it went, as a word and a shape. @param {{entry: import('../timeline.mjs').Entry}} props */
function Outcome({ entry }) {
  const { item, state } = entry;
  if (state === 'open' && isAsked(entry)) return html`<span class="outcome waiting"><${Icon} name="shield-alert" />${say('awaitsApproval')}</span>`;
  if (state === 'open') return html`<span class="outcome running"><${Icon} name="loader-circle" class="spin" />${entry.startedAt ? duration(now.value - entry.startedAt) : ''}</span>`;
  const took = item.durationMs ? html`<span class="took">${brief(item.durationMs)}</span>` : null;
  if (item.status === 'declined') return html`<span class="outcome muted"><${Icon} name="minus" />${say('declined')}</span>`;
  if (state === 'interrupted') return html`<span class="outcome muted"><${Icon} name="square" />${say('interrupted')}</span>`;
  if (item.exitCode) return html`<span class="outcome bad"><${Icon} name="x" />${say('exitCode', item.exitCode)}</span>${took}`;
  if (item.status === 'failed') return html`<span class="outcome bad"><${Icon} name="x" />${say('failed')}</span>${took}`;
  return html`<span class="outcome good"><${Icon} name="check" /><span class="for-readers">${say('exitCode', item.exitCode ?? 0)}</span></span>${took}`;
}

/** @param {{entry: import('../timeline.mjs').Entry, threadId: string}} props */
export function CommandItem({ entry, threadId }) {
  const { item, state } = entry;
  const [whole, setWhole] = useState(/** @type {any} */ (null));
  const script = visible(scriptOf(item));
  const first = script.split('\n')[0];
  const text = whole?.aggregatedOutput ?? item.aggregatedOutput ?? entry.live;
  const cut = whole ? null : item.pawl?.cut;
  const failed = state === 'done' && Boolean(item.exitCode || item.status === 'failed');
  const loadAll = async () => {
    const read = await attempt(maybe('pawl/item/read', { threadId, turnId: entry.turnId, itemId: item.id }));
    if (read) setWhole(read.item);
  };
  const verb = item.source === 'userShell' ? 'runYours' : state !== 'open' ? 'ran' : isAsked(entry) ? 'wantsToRun' : 'runningCommand';
  const summary = html`<${Icon} name="terminal" class="item-icon" /><span class="item-verb">${say(verb)}</span><code class="command-line">${first}${script.includes('\n') ? ' …' : ''}</code><${Outcome} entry=${entry} />`;
  return html`<${Fold} id=${entry.key} class="command" summary=${summary} open=${state === 'open' || failed}>
    ${script.includes('\n') || script.length > 100 ? html`<pre class="script" tabIndex="0"><code>${script}</code></pre>` : null}
    ${text ? html`<${Output} text=${text} live=${state === 'open'} />` : state === 'open' ? null : html`<p class="no-output">${say('noOutput')}</p>`}
    ${cut ? html`<button type="button" class="link" onClick=${loadAll}>${say('loadAll', size(cut.total))}</button>` : null}
  </${Fold}>`;
}
