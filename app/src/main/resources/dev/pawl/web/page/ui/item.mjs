// @ts-check
// One item of the timeline, by its type.
import { html } from '../html.mjs';
import { CopyButton, Fold } from './controls.mjs';
import { Icon } from './icon.mjs';
import { Prose } from './prose.mjs';
import { CommandItem } from './item-command.mjs';
import { FileItem } from './item-file.mjs';
import { AgentItem, Json, ownPicture, ToolItem, WebSearchItem } from './item-tool.mjs';
import { brief, clock, say } from '../words.mjs';
import { safeLink } from '../markdown.mjs';
import { own } from '../own.mjs';

/** @typedef {import('../timeline.mjs').Entry} Entry */

/** @param {{part: any}} props */
function InputPart({ part }) {
  if (part.type === 'text') return html`<span>${part.text}</span>`;
  const url = part.url ?? part.image_url ?? '';
  if (part.type === 'image' && ownPicture(url)) return html`<img class="picture" src=${url} alt=${say('image')} />`;
  if (part.type === 'image') return html`<span class="chip"><${Icon} name="image" />${safeLink(url) ? url : say('image')}</span>`;
  return html`<span class="chip"><${Icon} name=${part.type === 'skill' ? 'puzzle' : 'paperclip'} />${part.name ?? part.path ?? part.type}</span>`;
}

/** @param {{entry: Entry}} props */
function UserItem({ entry }) {
  return html`<div class="said"><div class="said-box">${(entry.item.content ?? []).map((/** @type {any} */ part, /** @type {number} */ i) => html`<${InputPart} key=${i} part=${part} />`)}</div></div>`;
}

/** @param {{entry: Entry}} props */
function AgentMessage({ entry }) {
  const open = entry.state === 'open';
  const text = open || (entry.state === 'interrupted' && !entry.item.text) ? entry.live : entry.item.text;
  if (!text) return null;
  return html`<div class=${'response' + (entry.item.phase === 'commentary' ? ' commentary' : '')}>${entry.gap && open ? html`<span class="gap" aria-hidden="true">…</span>` : null}<${Prose} text=${text} open=${open} />
    ${open ? null : html`<div class="response-tools"><${CopyButton} text=${text} />${entry.completedAt ? html`<time>${clock(entry.completedAt)}</time>` : null}</div>`}</div>`;
}

/** @param {string} text */
const firstBold = (text) => /\*\*(.+?)\*\*/.exec(text)?.[1] ?? '';

/** @param {{entry: Entry}} props */
function ReasoningItem({ entry }) {
  const open = entry.state === 'open';
  const done = (entry.item.summary?.length ? entry.item.summary : entry.item.content) ?? [];
  const parts = (done.length ? done : entry.parts).filter(Boolean);
  const text = parts.join('\n\n');
  if (!text && !open) return null;
  const title = parts.map(firstBold).filter(Boolean).at(-1) ?? '';
  const summary = html`<${Icon} name="brain" class="item-icon" /><span class=${'item-verb' + (open ? ' shimmer' : '')}>${say(open ? 'thinking' : 'thought')}</span><span class="reasoning-title">${title}</span>`;
  return html`<${Fold} id=${entry.key} class="reasoning" summary=${summary}>${text ? html`<${Prose} text=${text} open=${open} />` : null}</${Fold}>`;
}

/** @param {{icon: string, text: string, more?: any}} props */
const Notice = ({ icon, text, more = null }) => html`<div class="notice"><${Icon} name=${icon} /><span>${text}</span>${more}</div>`;

/** @param {{entry: Entry}} props */
function ImageItem({ entry }) {
  const { item } = entry;
  const url = item.result && !item.result.startsWith('data:') ? `data:image/png;base64,${item.result}` : item.result ?? '';
  if (ownPicture(url)) return html`<img class="picture" src=${url} alt=${say('image')} />`;
  return html`<div class="plain-line"><${Icon} name="image" class="item-icon" /><span class="item-verb">${say('viewedImage')}</span><code>${item.path ?? ''}</code></div>`;
}

/** @param {{entry: Entry}} props */
function PlanItem({ entry }) {
  const open = entry.state === 'open';
  return html`<div class="plan-item"><h4><${Icon} name="list-checks" />${say('plan')}</h4><${Prose} text=${open ? entry.live : entry.item.text} open=${open} /></div>`;
}

/** @param {{entry: Entry}} props */
function HookItem({ entry }) {
  return html`<${Fold} id=${entry.key} summary=${html`<${Icon} name="zap" class="item-icon" /><span class="item-verb">${say('hookSaid')}</span>`}>
    ${(entry.item.fragments ?? []).map((/** @type {any} */ one, /** @type {number} */ i) => html`<p key=${i}>${one.text}</p>`)}</${Fold}>`;
}

/** @type {Record<string, (props: {entry: Entry, threadId: string}) => any>} */
const KINDS = {
  userMessage: UserItem,
  agentMessage: AgentMessage,
  reasoning: ReasoningItem,
  commandExecution: CommandItem,
  fileChange: FileItem,
  mcpToolCall: ToolItem,
  dynamicToolCall: ToolItem,
  collabAgentToolCall: AgentItem,
  subAgentActivity: AgentItem,
  webSearch: WebSearchItem,
  imageView: ImageItem,
  imageGeneration: ImageItem,
  plan: PlanItem,
  hookPrompt: HookItem,
  contextCompaction: () => html`<${Notice} icon="scan-search" text=${say('compacted')} />`,
  enteredReviewMode: ({ entry }) => html`<${Notice} icon="scan-search" text=${say('reviewBegan')} more=${html`<span class="muted">${entry.item.review ?? ''}</span>`} />`,
  exitedReviewMode: ({ entry }) => html`<div><${Notice} icon="scan-search" text=${say('reviewEnded')} /><${Prose} text=${entry.item.review ?? ''} /></div>`,
  sleep: ({ entry }) => html`<${Notice} icon="hourglass" text=${say('waited', brief(entry.item.durationMs ?? 0))} />`,
  functionCallOutput: ({ entry }) => html`<${Fold} id=${entry.key} class="tool" summary=${html`<${Icon} name="wrench" class="item-icon" /><code>${entry.item.name}</code>`}><${Json} value=${entry.item.output} /></${Fold}>`,
};

/** @type {Record<string, string>} */
const LABELS = { userMessage: 'you', agentMessage: 'agent', reasoning: 'thought', commandExecution: 'ran', fileChange: 'edited', mcpToolCall: 'called', dynamicToolCall: 'called', plan: 'plan' };

/** @param {{signal: import('@preact/signals').Signal<Entry>, threadId: string, marked: boolean}} props */
export function TimelineItem({ signal, threadId, marked }) {
  const entry = signal.value;
  const { item } = entry;
  const Kind = own(KINDS, item.type);
  const word = own(LABELS, item.type);
  const summary = html`<${Icon} name="puzzle" class="item-icon" /><span>${say('unknownItem', item.type)}</span>`;
  return html`<article class=${'item item-' + (Kind ? item.type : 'unknown') + (marked ? ' item-marked' : '')} id=${'i-' + item.id} data-key=${entry.key} data-state=${entry.state} tabIndex="-1" aria-label=${word ? say(word) : item.type} aria-busy=${entry.state === 'open' ? 'true' : undefined}>
    ${Kind ? html`<${Kind} entry=${entry} threadId=${threadId} />` : html`<${Fold} id=${entry.key} summary=${summary}><${Json} value=${item} /></${Fold}>`}
  </article>`;
}
