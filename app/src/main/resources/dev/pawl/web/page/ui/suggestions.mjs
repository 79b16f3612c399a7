// @ts-check
// What a person may mean after `@` (files) and `/` (commands).
import { html, useEffect, useLayoutEffect, useRef, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { commandsFor } from './commands.mjs';
import { findFiles } from '../actions.mjs';
import { say } from '../words.mjs';

/** @typedef {{label: string, hint: string, icon: string, take: () => void}} Suggestion */

/** What is being typed at the caret: a command at the very beginning, or a file after `@`. @param {string} text @param {number} caret */
export function wordAt(text, caret) {
  const before = text.slice(0, caret);
  const command = /^\/(\w*)$/.exec(before);
  if (command) return { kind: 'command', word: command[1], from: 0 };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (file) return { kind: 'file', word: file[1], from: caret - file[1].length - 1 };
  return null;
}

/** @param {{current: HTMLTextAreaElement|null}} box @param {string} text @param {(text: string) => void} setText @param {string} threadId @param {string} cwd */
export function useSuggestions(box, text, setText, threadId, cwd) {
  const [all, setAll] = useState(/** @type {Suggestion[]} */ ([]));
  const [at, setAt] = useState(0);
  const run = useRef(0);
  const caretAfter = useRef(-1);
  const close = () => { run.current++; setAll([]); setAt(0); };
  useEffect(close, [threadId]);

  const put = (/** @type {number} */ from, /** @type {string} */ word) => {
    const caret = box.current?.selectionStart ?? text.length;
    const now = box.current?.value ?? text;
    setText(now.slice(0, from) + word + now.slice(caret));
    close();
    caretAfter.current = from + word.length;
  };
  // With the words themselves: a frame later it would move the caret of what is typed by then.
  useLayoutEffect(() => {
    const caret = caretAfter.current;
    if (caret < 0) return;
    caretAfter.current = -1;
    box.current?.focus();
    box.current?.setSelectionRange(caret, caret);
  }, [text]);

  // At once: Enter must take what fits the words as they are now.
  const look = async () => {
    const mine = ++run.current;
    const found = wordAt(box.current?.value ?? '', box.current?.selectionStart ?? 0);
    if (!found) { setAll([]); return; }
    setAt(0);
    if (found.kind === 'command') {
      setAll(commandsFor(found.word).map((each) => ({ label: each.label, hint: each.hint, icon: 'slash', take: () => { setText(''); close(); each.run(threadId); } })));
      return;
    }
    const files = await findFiles(found.word, cwd).catch(() => /** @type {string[]} */ ([]));
    if (mine === run.current) setAll(files.map((path) => ({ label: path, hint: '', icon: 'file-text', take: () => put(found.from, path + ' ') })));
  };

  const key = (/** @type {KeyboardEvent} */ event) => {
    if (!all.length) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setAt((at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') all[at].take();
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { all, at, open: all.length > 0, look, key };
}

/** @param {{state: {all: Suggestion[], at: number}}} props */
export function Suggestions({ state }) {
  if (!state.all.length) return null;
  return html`<ul class="suggestions" id="suggestions" role="listbox" aria-label=${say('suggestions')}>${state.all.map((each, i) => html`
    <li key=${each.label} id=${'suggestion-' + i} role="option" aria-selected=${String(i === state.at)} class=${i === state.at ? 'chosen' : ''} onPointerDown=${(/** @type {Event} */ event) => { event.preventDefault(); each.take(); }}>
      <${Icon} name=${each.icon} /><span class="suggestion-label">${each.label}</span><span class="muted">${each.hint}</span></li>`)}</ul>`;
}
