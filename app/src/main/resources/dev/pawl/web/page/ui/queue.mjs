// @ts-check
// Messages that wait for the turn under way: they can be changed, dropped and started.
import { html, useState } from '../html.mjs';
import { IconButton } from './controls.mjs';
import { Icon } from './icon.mjs';
import { store } from '../store.mjs';
import { attempt, changeQueued, dropQueued, inputOf, startQueued } from '../actions.mjs';
import { say } from '../words.mjs';

/** @param {{queued: import('../types.d.ts').Queued, threadId: string, idle: boolean}} props */
function QueuedMessage({ queued, threadId, idle }) {
  const words = queued.input.map((part) => part.text ?? '').join(' ');
  const [text, setText] = useState(/** @type {string|null} */ (null));
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const others = queued.input.filter((part) => part.type !== 'text');
    if (text?.trim()) await attempt(changeQueued(threadId, queued.id, [...inputOf(text.trim(), []), ...others]));
    setText(null);
  };
  if (text !== null) {
    return html`<li class="queued"><form class="queued-form" onSubmit=${save}><input type="text" aria-label=${say('queueEdit')} value=${text} autofocus onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') { event.stopPropagation(); setText(null); } }} /><button type="submit" class="button small primary">${say('save')}</button></form></li>`;
  }
  return html`<li class="queued"><${Icon} name="clock" /><span class="queued-words">${words || say('image')}</span>
    ${idle ? html`<${IconButton} icon="play" label=${say('queueStart')} onClick=${() => attempt(startQueued(threadId, queued.id))} />` : null}
    <${IconButton} icon="pencil" label=${say('queueEdit')} onClick=${() => setText(words)} /><${IconButton} icon="x" label=${say('queueDrop')} onClick=${() => attempt(dropQueued(threadId, queued.id))} /></li>`;
}

/** @param {{threadId: string}} props */
export function Queue({ threadId }) {
  const queue = store.queue.value;
  if (!queue.length) return null;
  const idle = !store.open.value?.active.value;
  return html`<ul class="queue" aria-label=${say('queued')}>${queue.map((queued) => html`<${QueuedMessage} key=${queued.id} queued=${queued} threadId=${threadId} idle=${idle} />`)}</ul>`;
}
