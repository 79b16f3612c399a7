// @ts-check
// The plan stays in sight while it is worked on.
import { html } from '../html.mjs';
import { Fold } from './controls.mjs';
import { Icon } from './icon.mjs';
import { say } from '../words.mjs';
import { own } from '../own.mjs';

/** @type {Record<string, string>} */
const SIGNS = { completed: 'circle-check', inProgress: 'circle-dot', pending: 'minus' };

/** @param {{steps: {step: string, status: string}[]}} props */
export function Steps({ steps }) {
  return html`<ol class="steps">${steps.map((step, i) => html`<li key=${i} class=${'step step-' + step.status}><${Icon} name=${own(SIGNS, step.status) ?? 'minus'} /><span>${step.step}</span><span class="for-readers">${say(step.status === 'pending' ? 'none' : step.status)}</span></li>`)}</ol>`;
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export function PlanBar({ timeline }) {
  const plan = timeline.plan.value;
  if (!plan || plan.turnId !== timeline.active.value) return null;
  const done = plan.steps.filter((step) => step.status === 'completed').length;
  const current = plan.steps.find((step) => step.status === 'inProgress');
  return html`<div class="plan-bar"><${Fold} id=${'plan-' + timeline.id} summary=${html`<${Icon} name="list-checks" class="item-icon" /><span class="item-verb">${say('planOf', done, plan.steps.length)}</span><span class="reasoning-title">${current?.step ?? ''}</span>`}><${Steps} steps=${plan.steps} /></${Fold}></div>`;
}
