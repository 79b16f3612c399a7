// @ts-check
// The workflow board: state, tasks, gates, and the commands that are legal now.
import { html } from '../html.mjs';
import { Empty, Failed, Fold, Skeleton, useRead } from './controls.mjs';
import { asked, confirmed } from './overlay.mjs';
import { Icon } from './icon.mjs';
import { Prose } from './prose.mjs';
import { call, maybe } from '../link.mjs';
import { RpcError } from '../connection.mjs';
import { attempt } from '../actions.mjs';
import { store } from '../store.mjs';
import { say } from '../words.mjs';
import { own } from '../own.mjs';

const STATES = ['IDLE', 'PLANNING', 'CONFIRMING', 'EXECUTING', 'AUTO_FIX', 'BLOCKED', 'ARCHIVING'];
const WITH_WORDS = ['modify', 'fix'];
const DANGEROUS = ['abandon', 'cancel'];

/** @type {Record<string, string>} */
const SIGNS = { done: 'circle-check', running: 'circle-dot', blocked: 'circle-alert', skipped: 'skip-forward', failed: 'circle-x' };

/** @param {{task: any, most: number}} props */
function Task({ task, most }) {
  return html`<li class=${'step step-' + task.status}><${Icon} name=${own(SIGNS, String(task.status).toLowerCase()) ?? 'minus'} /><span><code>${task.id}</code> ${task.title}</span><span class="grow"></span>
    ${task.badge ? html`<span class="chip">${task.badge}</span>` : null}${task.attempts ? html`<span class="muted">${say('attemptOf', task.attempts, most)}</span>` : null}</li>`;
}

/** @param {any} flow time, tokens and cost so far */
function spent(flow) {
  const seconds = Math.round((flow.elapsed_ms ?? 0) / 1000);
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const tokens = (flow.tokens?.input ?? 0) + (flow.tokens?.output ?? 0);
  return [time, say('tokensCount', tokens.toLocaleString()), flow.cost_usd ? `$${Number(flow.cost_usd).toFixed(2)}` : ''].filter(Boolean).join(' · ');
}

/** The workflow and its plan; one that has just begun has none. @param {string} threadId */
async function readFlow(threadId) {
  const flow = await call('pawl/flow/status', { threadId });
  const plan = flow?.workflow_id ? await maybe('pawl/flow/plan', { threadId }).catch(refused) : null;
  return [flow, plan];
}

/** @param {unknown} error */
function refused(error) {
  if (error instanceof RpcError) return null;
  throw error;
}

/** Says which files go back before it asks. @param {string} threadId */
async function rollBack(threadId) {
  const look = await attempt(call('pawl/flow/rollback', { threadId, dryRun: true }));
  if (!look) return;
  const names = (look.files ?? []).slice(0, 8).join('\n');
  if (look.done === false && await confirmed({ title: say('flow.rollback'), text: [say('restoreAsk'), names, look.warning].filter(Boolean).join('\n\n'), confirm: say('flow.rollback'), danger: true })) await attempt(call('pawl/flow/rollback', { threadId, dryRun: false }));
}

/** @param {string} threadId @param {string} command @param {() => void} again */
async function run(threadId, command, again) {
  if (command === 'rollback') { await rollBack(threadId); again(); return; }
  let words = {};
  if (WITH_WORDS.includes(command)) {
    const said = await asked({ title: say('flow.' + command), label: say('flowWords'), confirm: say('send') });
    if (!said?.trim()) return;
    words = { message: said.trim() };
  } else if (command === 'rollback') {
    const preview = await attempt(call('pawl/flow/rollback', { threadId }));
    if (!preview) return;
    const text = [...preview.files, ...preview.kept.map((/** @type {string} */ path) => say('flowKeeps', path)), preview.warning].filter(Boolean).join('; ');
    if (!await confirmed({ title: say('flow.rollback'), text: text || say('flowNoFiles'), confirm: say('flow.rollback'), danger: true })) return;
    words = { dryRun: false };
  } else if (DANGEROUS.includes(command) && !await confirmed({ title: say('flow.' + command), text: say('flow.' + command) + '?', confirm: say('flow.' + command), danger: true })) return;
  await attempt(call('pawl/flow/' + command, { threadId, ...words }));
  again();
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function FlowPane({ timeline }) {
  const read = useRead(() => readFlow(timeline.id), [timeline.id, store.flowChanges.value, timeline.active.value]);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${5} />`;
  const [flow, plan] = read.value;
  if (!flow?.workflow_id) return html`<${Empty} icon="workflow" title=${say('noFlow')} hint=${say('noFlowHint')} />`;
  const done = flow.tasks.filter((/** @type {any} */ task) => String(task.status).toLowerCase() === 'done').length;
  return html`<div class="pane-pad flow"><ol class="flow-states">${STATES.map((state) => html`<li key=${state} class=${state === flow.task_status ? 'chosen' : ''} aria-current=${state === flow.task_status ? 'step' : undefined}>${state}</li>`)}</ol>
    <p><strong>${done}/${flow.tasks.length}</strong> ${flow.current_task ? html`<code>${flow.current_task}</code>` : null} ${flow.auto_fix_attempts ? say('attemptOf', flow.auto_fix_attempts, flow.max_attempts) : ''} ${flow.paused ? html`<span class="chip">${say('paused')}</span>` : null} <span class="muted">${spent(flow)}</span></p>
    <progress max=${flow.tasks.length || 1} value=${done} aria-label=${say('flow')}></progress>
    ${flow.blocked_words ? html`<div class="note note-error"><${Icon} name="circle-alert" /><p>${flow.blocked_words}</p></div>` : null}
    ${(flow.choices ?? []).length ? html`<dl class="flow-choices">${flow.choices.map((/** @type {any} */ choice) => html`<div key=${choice.label}><dt>${choice.label}</dt><dd class="muted">${choice.does}</dd></div>`)}</dl>` : null}
    <div class="buttons wrap">${(flow.allowed ?? []).map((/** @type {string} */ command) => html`<button type="button" key=${command} class=${'button small' + (command === 'confirm' ? ' primary' : '')} onClick=${() => run(timeline.id, command, read.again)}>${say('flow.' + command)}</button>`)}</div>
    <ol class="steps">${flow.tasks.map((/** @type {any} */ task) => html`<${Task} key=${task.id} task=${task} most=${flow.max_attempts} />`)}</ol>
    ${plan?.markdown ? html`<${Fold} id=${'flow-plan-' + timeline.id} open=${flow.task_status === 'CONFIRMING'} summary=${html`<span class="item-verb">${say('plan')}</span><code class="muted">${(plan.hash ?? '').slice(0, 12)}</code>`}><${Prose} text=${plan.markdown} /></${Fold}>` : null}</div>`;
}
