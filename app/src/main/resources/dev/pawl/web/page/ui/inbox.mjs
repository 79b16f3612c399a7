// @ts-check
// The things that wait for a person, over all threads.
import { html } from '../html.mjs';
import { AskCard } from './approval.mjs';
import { Empty, IconButton } from './controls.mjs';
import { Icon } from './icon.mjs';
import { listShown } from './shell-state.mjs';
import { store } from '../store.mjs';
import { threadPath } from '../router.mjs';
import { say } from '../words.mjs';

/** A question in the inbox, with its thread. @param {{ask: import('../types.d.ts').Ask}} props */
function InboxAsk({ ask }) {
  return html`<article class="inbox-ask"><a class="inbox-thread" href=${threadPath(ask.threadId)}><${Icon} name="message-square" />${store.nameOf(ask.threadId) || say('untitled')}</a><${AskCard} ask=${ask} /></article>`;
}

export default function Inbox() {
  const asks = [...store.asks.value.values()];
  return html`<main class="main home"><header class="thread-head"><${IconButton} icon="menu" label=${say('openList')} class="open-list" onClick=${() => { listShown.value = true; }} /><div class="thread-title"><h1>${say('inbox')}</h1></div></header>
    <div class="home-body">${asks.length ? html`<div class="inbox-list" role="region" aria-label=${say('needsYou')}>${asks.map((ask) => html`<${InboxAsk} key=${ask.id} ask=${ask} />`)}</div>` : html`<${Empty} icon="inbox" title=${say('nothingWaits')} hint=${say('nothingWaitsHint')} />`}</div></main>`;
}
