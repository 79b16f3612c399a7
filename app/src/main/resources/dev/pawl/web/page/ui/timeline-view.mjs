// @ts-check
// The timeline: a log that stays where it is read and follows only at its end.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../html.mjs';
import { TimelineItem } from './item.mjs';
import { Presence } from './status-line.mjs';
import { TurnEnd } from './turn-end.mjs';
import { Empty, Skeleton } from './controls.mjs';
import { Icon } from './icon.mjs';
import { store } from '../store.mjs';
import { loadMore, seen, toEnd } from '../open-thread.mjs';
import { attempt } from '../actions.mjs';
import { plainError, say } from '../words.mjs';

const NEAR_END = 40;
const NEAR_EDGE = 800;

/** Rows with the ends of their turns between them. @param {import('../timeline.mjs').Timeline} timeline */
function rows(timeline, /** @type {string} */ threadId, /** @type {string} */ marked) {
  const { keys, atEnd } = timeline.span.value;
  const turns = timeline.turns.value;
  const notes = timeline.notes.value;
  const all = [];
  let turnId = '';
  const end = (/** @type {string} */ id) => { const turn = turns.get(id); if (turn && turn.status !== 'inProgress') all.push(html`<${TurnEnd} key=${'end-' + id} turn=${turn} timeline=${timeline} threadId=${threadId} />`); };
  for (const key of keys) {
    const signal = timeline.entry(key);
    if (!signal) continue;
    const itsTurn = key.slice(0, key.indexOf('/'));
    if (turnId && itsTurn !== turnId) end(turnId);
    turnId = itsTurn;
    all.push(html`<${TimelineItem} key=${key} signal=${signal} threadId=${threadId} marked=${key.endsWith('/' + marked)} />`);
    for (const note of notes) if (note.after === key) all.push(html`<${Note} key=${'n' + note.id} note=${note} />`);
  }
  for (const note of notes) if (!note.after) all.push(html`<${Note} key=${'n' + note.id} note=${note} />`);
  if (turnId && atEnd) end(turnId);
  return all;
}

/** @param {{note: {level: string, text: string, details: string}}} props */
function Note({ note }) {
  const icon = note.level === 'retry' ? 'refresh-cw' : note.level === 'warning' ? 'triangle-alert' : 'circle-alert';
  return html`<div class=${'note note-' + note.level} role=${note.level === 'error' ? 'alert' : undefined}><${Icon} name=${icon} /><div><p>${plainError(note.text)}</p>${note.details ? html`<p class="muted">${note.details}</p>` : null}</div></div>`;
}

/** Where the reader is: an element and its place on the screen. @param {HTMLElement} box */
function anchorIn(box) {
  const top = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll('[data-key]')) {
    const at = element.getBoundingClientRect();
    if (at.bottom > top) return { key: /** @type {HTMLElement} */ (element).dataset.key, offset: at.top - top };
  }
  return null;
}

/** @param {{timeline: import('../timeline.mjs').Timeline, itemId: string}} props */
export function TimelineView({ timeline, itemId }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  const inside = useRef(/** @type {HTMLDivElement|null} */ (null));
  const atEnd = useRef(!itemId);
  const busy = useRef(false);
  const [away, setAway] = useState(false);
  const span = timeline.span.value;
  const loaded = timeline.loaded.value;

  const stick = () => { if (box.current && atEnd.current && timeline.span.value.atEnd) box.current.scrollTop = box.current.scrollHeight; };

  useEffect(() => {
    atEnd.current = !itemId;
    const watch = new ResizeObserver(stick);
    if (inside.current) watch.observe(inside.current);
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [timeline]);

  useLayoutEffect(() => {
    if (!itemId || !loaded || !inside.current) return;
    const element = document.getElementById('i-' + itemId);
    atEnd.current = false;
    timeline.follow = false;
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [itemId, loaded]);

  useLayoutEffect(stick);

  const more = async (/** @type {'older'|'newer'} */ where) => {
    if (busy.current || !box.current) return;
    busy.current = true;
    const anchor = anchorIn(box.current);
    await attempt(loadMore(timeline, where));
    requestAnimationFrame(() => {
      busy.current = false;
      const element = anchor && box.current?.querySelector(`[data-key="${CSS.escape(anchor.key ?? '')}"]`);
      if (!element || !box.current) return;
      box.current.scrollTop += element.getBoundingClientRect().top - box.current.getBoundingClientRect().top - anchor.offset;
    });
  };

  const scrolled = () => {
    const it = box.current;
    if (!it || busy.current) return;
    const left = it.scrollHeight - it.scrollTop - it.clientHeight;
    atEnd.current = left < NEAR_END && timeline.span.value.atEnd;
    timeline.follow = atEnd.current;
    setAway(!atEnd.current);
    if (atEnd.current) seen();
    if (it.scrollTop < NEAR_EDGE && !timeline.span.value.atStart && timeline.loaded.value) more('older');
    else if (left < NEAR_EDGE && !timeline.span.value.atEnd) more('newer');
  };

  const jump = async () => {
    await attempt(toEnd(timeline));
    atEnd.current = true;
    timeline.follow = true;
    setAway(false);
    requestAnimationFrame(stick);
  };

  const thread = store.threads.value.get(timeline.id);
  return html`<div class="timeline-box">
    <div class="timeline" ref=${box} onScroll=${scrolled} role="log" aria-label=${say('timeline')} aria-live="off" aria-busy=${String(!loaded)} tabIndex="0" data-loaded=${String(loaded)}>
      <div class="timeline-inside" ref=${inside}>
        ${!loaded && !span.keys.length ? html`<${Skeleton} rows=${6} />` : null}
        ${loaded && !span.keys.length ? html`<${Empty} icon="message-square" title=${say('emptyThread')} hint=${say('emptyThreadHint', thread?.cwd ?? '')} />` : null}
        ${span.atStart && span.keys.length > 40 ? html`<p class="edge">${say('threadStart')}</p>` : null}
        ${!span.atStart && span.keys.length ? html`<p class="edge">${say('loading')}</p>` : null}
        ${rows(timeline, timeline.id, itemId)}
        ${store.steers.value.filter((each) => each.threadId === timeline.id).map((each) => html`<div key=${each.clientId} class="said said-waiting"><div class="said-box"><span>${each.text}</span></div><p class="muted"><${Icon} name="clock" />${say('steerWaits')}</p></div>`)}
        ${span.atEnd ? html`<${Presence} threadId=${timeline.id} />` : html`<p class="edge">${say('loading')}</p>`}
      </div>
    </div>
    ${away || !span.atEnd ? html`<button type="button" class="to-end" onClick=${jump} aria-label=${say('toEnd')}><${Icon} name="arrow-down" />${span.missed ? say('newBelow', span.missed) : null}</button>` : null}
  </div>`;
}
