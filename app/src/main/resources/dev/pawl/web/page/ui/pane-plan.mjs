// @ts-check
import { html } from '../html.mjs';
import { Empty } from './controls.mjs';
import { Steps } from './plan-bar.mjs';
import { Prose } from './prose.mjs';
import { say } from '../words.mjs';

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function PlanPane({ timeline }) {
  const plan = timeline.plan.value ?? [...timeline.turns.value.values()].filter((turn) => turn.plan).map((turn) => ({ steps: turn.plan ?? [], explanation: turn.explanation })).at(-1);
  if (!plan) return html`<${Empty} icon="list-checks" title=${say('noPlan')} hint=${say('noPlanHint')} />`;
  return html`<div class="pane-pad">${plan.explanation ? html`<${Prose} text=${plan.explanation} />` : null}<${Steps} steps=${plan.steps} /></div>`;
}
