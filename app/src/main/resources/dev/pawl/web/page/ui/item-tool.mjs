// @ts-check
// Calls of tools: MCP servers, tools of clients, web searches, other agents.
import { html } from '../html.mjs';
import { CopyButton, Fold } from './controls.mjs';
import { Icon } from './icon.mjs';
import { Output } from './output.mjs';
import { useHighlight } from './code-block.mjs';
import { brief, say } from '../words.mjs';
import { own } from '../own.mjs';
import { threadPath } from '../router.mjs';
import { safeLink } from '../markdown.mjs';

/** @param {{value: any}} props */
export function Json({ value }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2) ?? '';
  const shown = useHighlight(text, typeof value === 'string' ? '' : 'json');
  return html`<div class="output"><${CopyButton} text=${text} /><pre tabIndex="0"><code>${shown}</code></pre></div>`;
}

/** A picture that came with the data; nothing is fetched from elsewhere. @param {string} url */
export const ownPicture = (url) => /^data:image\/(png|jpe?g|gif|webp|avif);base64,[\w+/=]+$/i.test(url);

/** Parts of a result: texts, pictures, anything else as JSON. @param {{parts: any[]}} props */
function Parts({ parts }) {
  return html`${parts.map((part, i) => {
    const picture = part.type === 'image' && part.data ? `data:${part.mimeType};base64,${part.data}` : part.imageUrl ?? part.image_url ?? '';
    if (picture && ownPicture(picture)) return html`<img key=${i} class="picture" src=${picture} alt=${say('image')} />`;
    if (typeof part.text === 'string') return html`<${Output} key=${i} text=${part.text} />`;
    return html`<${Json} key=${i} value=${part} />`;
  })}`;
}

/** @param {{entry: import('../timeline.mjs').Entry}} props */
function ToolOutcome({ entry }) {
  const { item, state } = entry;
  if (state === 'open') return html`<span class="outcome running"><${Icon} name="loader-circle" class="spin" />${entry.progress}</span>`;
  if (state === 'interrupted' || item.status === 'interrupted') return html`<span class="outcome muted">${say('interrupted')}</span>`;
  if (item.status === 'failed' || item.success === false) return html`<span class="outcome bad"><${Icon} name="x" />${say('failed')}</span>`;
  return html`<span class="outcome good"><${Icon} name="check" /><span class="for-readers">${say('completed')}</span></span>${item.durationMs ? html`<span class="took">${brief(item.durationMs)}</span>` : null}`;
}

/** @param {any} args */
const hasArguments = (args) => args && (typeof args !== 'object' || Object.keys(args).length > 0);

/** The arguments in one line. @param {any} args */
function glance(args) {
  if (!hasArguments(args)) return '';
  const text = typeof args === 'string' ? args : Object.values(args).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  return text.replace(/\s+/g, ' ').slice(0, 120);
}

/** @param {{entry: import('../timeline.mjs').Entry}} props */
export function ToolItem({ entry }) {
  const { item } = entry;
  const name = item.type === 'mcpToolCall' ? `${item.server}.${item.tool}` : [item.namespace, item.tool].filter(Boolean).join('.');
  const parts = item.result?.content ?? item.contentItems ?? [];
  const summary = html`<${Icon} name=${item.type === 'mcpToolCall' ? 'plug' : 'wrench'} class="item-icon" /><span class="item-verb">${say(entry.state === 'open' ? 'calling' : 'called')}</span>
    <code class="tool-name">${name}</code><span class="tool-glance">${glance(item.arguments)}</span><${ToolOutcome} entry=${entry} />`;
  return html`<${Fold} id=${entry.key} class="tool" open=${entry.state === 'done' && item.status === 'failed'} summary=${summary}>
    ${hasArguments(item.arguments) ? html`<h4 class="part-name">${say('arguments')}</h4><${Json} value=${item.arguments} />` : null}
    ${item.error ? html`<p class="bad-words">${item.error.message}</p>` : null}
    ${parts.length ? html`<h4 class="part-name">${say('result')}</h4><${Parts} parts=${parts} />` : null}
  </${Fold}>`;
}

/** @param {{entry: import('../timeline.mjs').Entry}} props */
export function WebSearchItem({ entry }) {
  const { item } = entry;
  const action = item.action ?? {};
  const url = action.url && safeLink(action.url);
  return html`<div class="plain-line"><${Icon} name="globe" class="item-icon" /><span class="item-verb">${say('searchedWeb')}</span>
    ${url ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${action.url}</a>` : html`<span>${item.query || action.query || ''}</span>`}<${ToolOutcome} entry=${entry} /></div>`;
}

/** @type {Record<string, string>} */
const AGENT_VERBS = { spawnAgent: 'spawned', sendInput: 'messagedAgent', sendMessage: 'messagedAgent', followupTask: 'messagedAgent', wait: 'waitedAgents', closeAgent: 'closedAgent', interruptAgent: 'closedAgent', resumeAgent: 'resumedAgent' };

/** @param {{entry: import('../timeline.mjs').Entry}} props */
export function AgentItem({ entry }) {
  const { item } = entry;
  const threads = item.receiverThreadIds ?? (item.agentThreadId ? [item.agentThreadId] : []);
  return html`<div class="agent-call"><div class="plain-line"><${Icon} name="bot" class="item-icon" /><span class="item-verb">${say(own(AGENT_VERBS, item.tool ?? '') ?? 'spawned')}</span>
      ${item.agentPath ? html`<code>${item.agentPath}</code>` : null}${item.model ? html`<span class="muted">${item.model}</span>` : null}<${ToolOutcome} entry=${entry} /></div>
    ${item.prompt ? html`<p class="agent-prompt">${item.prompt}</p>` : null}
    ${threads.map((/** @type {string} */ id) => html`<a key=${id} class="agent-link" href=${threadPath(id)}><${Icon} name="corner-down-right" />${say('openAgent')}<${AgentState} state=${item.agentsStates?.[id]} /></a>`)}</div>`;
}

/** @param {{state: {status: string, message?: string|null}|undefined}} props */
function AgentState({ state }) {
  if (!state) return null;
  return html`<span class=${'agent-state agent-' + state.status}>${say('agentState.' + state.status)}</span>${state.message ? html`<span class="agent-message">${state.message}</span>` : null}`;
}
