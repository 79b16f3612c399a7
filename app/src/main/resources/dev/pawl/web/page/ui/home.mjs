// @ts-check
// Home: what runs, what waits and for whom, what failed today, how much was done in the last hours.
import { html } from '../html.mjs';
import { Chart } from './chart.mjs';
import { Empty, IconButton, useRead } from './controls.mjs';
import { Icon } from './icon.mjs';
import { Dot, statusOf } from './status-line.mjs';
import { gist } from './ask-words.mjs';
import { listShown } from './shell-state.mjs';
import { now } from './clock.mjs';
import { connection, maybe } from '../link.mjs';
import { store } from '../store.mjs';
import { threadPath } from '../router.mjs';
import { ago, dateTime, phrase, plainError, say } from '../words.mjs';

/** @param {{id: string, sub: string, status: string, time?: string}} props */
function Line({ id, sub, status, time = '' }) {
  return html`<li><a class="home-line" href=${threadPath(id)}><${Dot} status=${status} /><span class="home-name">${store.nameOf(id) || say('untitled')}</span><span class="muted home-time">${time}</span><span class="home-sub">${sub}</span></a></li>`;
}

/** @param {{title: string, icon: string, count: number, children: import('preact').ComponentChildren, class?: string}} props */
function Card({ title, icon, count, children, class: also = '' }) {
  return html`<section class=${'card ' + also} aria-label=${title}><h2><${Icon} name=${icon} />${title}<span class="group-count">${count}</span></h2>${count ? html`<ul>${children}</ul>` : html`<p class="muted">${say('homeNothing')}</p>`}</section>`;
}

export function Home() {
  const live = connection.state.value === 'live';
  const tick = Math.floor(now.value / 30_000);
  const read = useRead(() => (live ? maybe('pawl/home/read', { hours: 24 }) : Promise.resolve(null)), [live, tick, store.statuses.value.size]);
  const groups = store.groups.value;
  const asks = [...store.asks.value.values()];
  const failed = read.value?.failedToday ?? [];
  const buckets = read.value?.buckets ?? [];
  const recent = [...groups.unread, ...groups.pinned, ...groups.rest].slice(0, 8);
  const none = store.listLoaded.value && !store.threads.value.size;
  return html`<main class="main home"><header class="thread-head"><${IconButton} icon="menu" label=${say('openList')} class="open-list" onClick=${() => { listShown.value = true; }} /><div class="thread-title"><h1>${say('home')}</h1></div></header>
    <div class="home-body">${none ? html`<${Empty} icon="zap" title=${say('homeEmpty')} hint=${say('homeEmptyHint')}><a class="button primary" href="/new">${say('start')}</a></${Empty}>` : html`
      <div class="cards"><${Card} title=${say('homeWaits')} icon="shield-alert" count=${asks.length} class="card-waits">${asks.map((ask) => html`<${Line} key=${ask.id} id=${ask.threadId} sub=${gist(ask)} status="waiting" />`)}</${Card}>
        <${Card} title=${say('homeRuns')} icon="play" count=${groups.running.length}>${groups.running.map((thread) => { const status = statusOf(thread.id); return html`<${Line} key=${thread.id} id=${thread.id} sub=${[phrase(status.header), phrase(status.details)].filter(Boolean).join(' · ')} status=${status.status} />`; })}</${Card}>
        ${read.value ? html`<${Card} title=${say('homeFailed')} icon="circle-alert" count=${failed.length}>${failed.map((/** @type {any} */ one) => html`<${Line} key=${one.turnId} id=${one.threadId} sub=${plainError(one.error ?? '')} status="error" time=${dateTime(one.at)} />`)}</${Card}>` : null}</div>
      ${buckets.length ? html`<div class="charts"><${Chart} title=${say('homeTurns')} note=${say('lastHours', 24)} bars=${buckets.map((/** @type {any} */ one) => ({ at: one.at, value: one.turns, bad: one.failed }))} /><${Chart} title=${say('homeTokens')} note=${say('lastHours', 24)} bars=${buckets.map((/** @type {any} */ one) => ({ at: one.at, value: (one.input ?? 0) + (one.output ?? 0) }))} /></div>` : null}
      <section class="card"><h2><${Icon} name="clock" />${say('continueThread')}</h2><ul>${recent.map((thread) => html`<${Line} key=${thread.id} id=${thread.id} sub=${thread.cwd} status=${statusOf(thread.id).status} time=${ago(thread.recencyAt ?? thread.updatedAt, now.value)} />`)}</ul>${recent.length ? null : html`<p class="muted">${say('homeNothing')}</p>`}</section>`}
    </div></main>`;
}
