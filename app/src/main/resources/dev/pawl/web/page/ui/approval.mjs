// @ts-check
// What waits for a person: a card with the exact command, diff or question, and the ways to answer.
import { html, useRef, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { IconButton } from './controls.mjs';
import { Changes } from './item-file.mjs';
import { Questions, Elicitation } from './questions.mjs';
import { changesOf, choicesOf, isApproval, titleOfAsk } from './ask-words.mjs';
import { now } from './clock.mjs';
import { store } from '../store.mjs';
import { connection } from '../link.mjs';
import { decide } from '../actions.mjs';
import { duration, say } from '../words.mjs';
import { scriptIn, visible } from '../visible.mjs';

/** @typedef {import('../types.d.ts').Ask} Ask */

/** @param {{ask: Ask}} props */
function Exact({ ask }) {
  const { params } = ask;
  const changes = changesOf(ask);
  if (ask.method === 'item/fileChange/requestApproval') return html`<div class="ask-changes"><${Changes} changes=${changes} id=${'ask-' + ask.id} threadId=${ask.threadId} open=${true} status="inProgress" /></div>`;
  return html`${params.networkApprovalContext ? html`<p class="ask-network"><code>${params.networkApprovalContext.protocol}://${params.networkApprovalContext.host}</code></p>` : null}
    ${params.command ? html`<pre class="ask-command" tabIndex="0"><code>${visible(scriptIn(params.command))}</code></pre>` : null}`;
}

/** The keys hold only while the card has the focus: nothing is accepted by typing elsewhere. @param {{ask: Ask, compact?: boolean}} props */
export function AskCard({ ask, compact = false }) {
  const card = useRef(/** @type {HTMLElement|null} */ (null));
  const offline = connection.state.value !== 'live';
  const sent = ask.state === 'sent';
  const choices = isApproval(ask) ? choicesOf(ask) : [];
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = choices.find((each) => each.key === event.key);
    if (choice && !sent && !offline) { event.preventDefault(); event.stopPropagation(); decide(ask, choice.decision); }
  };
  const child = store.threads.value.get(ask.threadId);
  return html`<section class=${'ask' + (compact ? ' compact' : '')} ref=${card} tabIndex="-1" aria-label=${titleOfAsk(ask)} onKeyDown=${keys} data-ask=${ask.id}>
    <header class="ask-head"><${Icon} name=${isApproval(ask) ? 'shield-alert' : 'message-square'} class="ask-icon" /><h3>${titleOfAsk(ask)}</h3>
      ${child?.parentThreadId ? html`<span class="chip">${say('childAsks', child.agentNickname ?? child.agentRole ?? '')}</span>` : null}
      <span class="grow"></span><span class="muted">${say('askedAgo', duration(now.value + connection.skew.value - ask.askedAt))}${ask.expiresAt ? ' · ' + say('expiresIn', duration(ask.expiresAt - now.value - connection.skew.value)) : ''}</span></header>
    ${isApproval(ask) ? html`<${Exact} ask=${ask} />${ask.params.reason ? html`<p class="ask-reason">${visible(ask.params.reason)}</p>` : null}
      <div class="ask-buttons">${choices.map((choice) => html`<button type="button" key=${choice.key} class=${'button ' + choice.class} disabled=${sent || offline} onClick=${() => decide(ask, choice.decision)}>${choice.label}${compact ? null : html`<kbd aria-hidden="true">${choice.key}</kbd>`}</button>`)}</div>` : null}
    ${ask.method === 'item/tool/requestUserInput' ? html`<${Questions} ask=${ask} disabled=${sent || offline} />` : null}
    ${ask.method === 'mcpServer/elicitation/request' ? html`<${Elicitation} ask=${ask} disabled=${sent || offline} />` : null}
    ${sent ? html`<p class="ask-sent" role="status"><${Icon} name="loader-circle" class="spin" />${say('sentAnswer')}</p>` : null}
  </section>`;
}

/** The questions of the open thread and of agents it started, pinned above the composer, one at a time. @param {{threadId: string}} props */
export function PinnedAsks({ threadId }) {
  const [at, setAt] = useState(0);
  const asks = [...store.asks.value.values()].filter((ask) => ask.threadId === threadId || store.threads.value.get(ask.threadId)?.parentThreadId === threadId);
  const answered = store.answered.value.filter((each) => each.threadId === threadId && each.where !== 'here').at(-1);
  if (!asks.length) return html`<div class="asks-empty" aria-live="polite">${answered ? html`<${Answered} answered=${answered} />` : null}</div>`;
  const shown = Math.min(at, asks.length - 1);
  return html`<div class="asks" role="region" aria-label=${say('needsYou')} aria-live="assertive">
    ${asks.length > 1 ? html`<div class="asks-pager"><${IconButton} icon="chevron-left" label=${say('previous')} onClick=${() => setAt((shown + asks.length - 1) % asks.length)} />${say('ofMany', shown + 1, asks.length)}<${IconButton} icon="chevron-right" label=${say('next')} onClick=${() => setAt((shown + 1) % asks.length)} /></div>` : null}
    <${AskCard} key=${asks[shown].id} ask=${asks[shown]} /></div>`;
}

/** @param {{answered: {where: string, id: string}}} props */
function Answered({ answered }) {
  const [gone, setGone] = useState('');
  if (gone === answered.id) return null;
  return html`<p class="answered"><${Icon} name="circle-check" />${answered.where === 'elsewhere' ? say('answeredElsewhere') : say('answeredIn', answered.where)}<${IconButton} icon="x" label=${say('close')} onClick=${() => setGone(answered.id)} /></p>`;
}
