// @ts-check
// The tree of agents: what each does, what it waits for, what it cost.
import { html } from '../html.mjs';
import { Empty, Failed, Skeleton, useRead } from './controls.mjs';
import { Dot, statusOf } from './status-line.mjs';
import { call } from '../link.mjs';
import { store } from '../store.mjs';
import { threadPath } from '../router.mjs';
import { count, phrase, say } from '../words.mjs';

/** @param {{agent: any, all: any[]}} props */
function Agent({ agent, all }) {
  const children = all.filter((each) => each.parent === agent.thread);
  const status = statusOf(agent.thread);
  return html`<li class="agent"><a class="agent-row" href=${threadPath(agent.thread)}><${Dot} status=${agent.status} /><span class="agent-name">${agent.nickname || agent.role || store.nameOf(agent.thread) || agent.thread.slice(0, 8)}</span>
      <span class="muted">${agent.model ?? ''}</span><span class="grow"></span><span class="muted">${agent.tokens ? count(agent.tokens) : ''}${agent.cost_usd ? ` · $${agent.cost_usd.toFixed(2)}` : ''}</span>
      <span class="agent-sub">${agent.waits_for ? say('waitsFor', agent.waits_for) : phrase(agent.header ?? status.header)}</span></a>
    ${children.length ? html`<ul>${children.map((child) => html`<${Agent} key=${child.thread} agent=${child} all=${all} />`)}</ul>` : null}</li>`;
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function AgentsPane({ timeline }) {
  const read = useRead(() => call('pawl/agents/list', { threadId: timeline.id }), [timeline.id, store.statuses.value.get(timeline.id)?.seq]);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${4} />`;
  const all = read.value.data;
  const names = new Set(all.map((/** @type {any} */ each) => each.thread));
  const roots = all.filter((/** @type {any} */ each) => !names.has(each.parent));
  if (all.length < 2) return html`<${Empty} icon="users" title=${say('noAgents')} hint=${say('noAgentsHint')} />`;
  return html`<ul class="agents">${roots.map((/** @type {any} */ agent) => html`<${Agent} key=${agent.thread} agent=${agent} all=${all} />`)}</ul>`;
}
