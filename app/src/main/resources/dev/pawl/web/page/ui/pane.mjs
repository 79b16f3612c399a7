// @ts-check
// The pane beside a thread. Each is loaded when it is first opened; a pane whose method the server does not have is not offered.
import { html, useRef } from '../html.mjs';
import { IconButton } from './controls.mjs';
import { Lazy } from './lazy.mjs';
import { paneWidth } from '../prefs.mjs';
import { store } from '../store.mjs';
import { showPane } from '../router.mjs';
import { say } from '../words.mjs';

/** @type {{name: string, icon: string, word: string, method: string, load: () => Promise<any>}[]} */
const PANES = [
  { name: 'review', icon: 'file-diff', word: 'review', method: '', load: () => import('./pane-review.mjs') },
  { name: 'plan', icon: 'list-checks', word: 'plan', method: '', load: () => import('./pane-plan.mjs') },
  { name: 'checkpoints', icon: 'rotate-ccw-clock', word: 'checkpoints', method: 'pawl/checkpoints/list', load: () => import('./pane-checkpoints.mjs') },
  { name: 'agents', icon: 'users', word: 'agents', method: 'pawl/agents/list', load: () => import('./pane-agents.mjs') },
  { name: 'flow', icon: 'workflow', word: 'flow', method: 'pawl/flow/status', load: () => import('./pane-flow.mjs') },
  { name: 'inspector', icon: 'activity', word: 'inspector', method: 'pawl/turn/inspect', load: () => import('./pane-inspector.mjs') },
  { name: 'usage', icon: 'chart-column', word: 'usage', method: 'pawl/usage/read', load: () => import('./pane-usage.mjs') },
];

/** Panes that can be filled. */
export const panesOf = () => PANES.filter(({ method }) => !method || store.has(method)).map(({ name, icon, word }) => ({ name, icon, label: say(word) }));

const NARROWEST = 320;

/** @param {{name: string, timeline: import('../timeline.mjs').Timeline}} props */
export function Pane({ name, timeline }) {
  const pane = PANES.find((each) => each.name === name) ?? PANES[0];
  const drag = useRef(false);
  const resize = (/** @type {PointerEvent} */ event) => { if (drag.current) paneWidth.value = Math.round(Math.max(NARROWEST, Math.min(innerWidth * 0.7, innerWidth - event.clientX))); };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: 40, ArrowRight: -40 }[event.key];
    if (step) paneWidth.value = Math.max(NARROWEST, Math.min(innerWidth * 0.7, paneWidth.value + step));
  };
  return html`<aside class="pane" aria-label=${say(pane.word)} style=${{ width: paneWidth.value + 'px' }}>
    <div class="pane-edge" role="separator" aria-orientation="vertical" aria-label=${say('resize')} aria-valuenow=${paneWidth.value} aria-valuemin=${NARROWEST} aria-valuemax="2000" tabIndex="0" onKeyDown=${keys}
      onPointerDown=${(/** @type {any} */ event) => { drag.current = true; event.currentTarget.setPointerCapture(event.pointerId); }} onPointerMove=${resize} onPointerUp=${() => { drag.current = false; }}></div>
    <header class="pane-head"><h2>${say(pane.word)}</h2><span class="grow"></span><${IconButton} icon="x" label=${say('close')} onClick=${() => showPane('')} /></header>
    <div class="pane-body"><${Lazy} key=${pane.name} part=${pane} props=${{ timeline }} /></div></aside>`;
}
