// @ts-check
import { html, signal } from '../html.mjs';
import { Dialog } from './overlay.mjs';
import { say } from '../words.mjs';

export const helpShown = signal(false);

const KEYS = [['/', 'search'], ['n', 'new'], ['m', 'message'], ['j k', 'move'], ['[ ]', 'turns'], ['g i', 'inbox'], ['g h', 'home'], ['d p a c u', 'panes'], ['1 2 3 0', 'approval'], ['Ctrl Enter', 'send'], ['Esc', 'escape'], ['?', 'help']];

export function Help() {
  if (!helpShown.value) return null;
  return html`<${Dialog} title=${say('shortcuts')} onClose=${() => { helpShown.value = false; }}><dl class="shortcuts">${KEYS.map(([keys, name]) => html`
    <div key=${name}><dt>${keys.split(' ').map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${say('key.' + name)}</dd></div>`)}</dl></${Dialog}>`;
}
