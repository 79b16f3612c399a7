// @ts-check
// Small controls: buttons with icons, copying, folds, skeletons, empty states.
import { html, useEffect, useRef, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { say } from '../words.mjs';

/** @typedef {import('preact').ComponentChildren} Children */

/** A button that is only an icon. @param {{icon: string, label: string, onClick: (event: MouseEvent) => void, class?: string, disabled?: boolean, pressed?: boolean, hasPopup?: boolean, expanded?: boolean}} props */
export function IconButton({ icon, label, onClick, class: also = '', disabled = false, pressed, hasPopup, expanded }) {
  return html`<button type="button" class=${'icon-button ' + also} title=${label} aria-label=${label} disabled=${disabled} aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-haspopup=${hasPopup ? 'menu' : undefined} aria-expanded=${expanded === undefined ? undefined : String(expanded)} onClick=${onClick}><${Icon} name=${icon} /></button>`;
}

/** @param {{text: string | (() => string), class?: string}} props */
export function CopyButton({ text, class: also = '' }) {
  const [done, setDone] = useState(false);
  const timer = useRef(/** @type {any} */ (0));
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
    setDone(true);
    timer.current = setTimeout(() => setDone(false), 1500);
  };
  return html`<${IconButton} icon=${done ? 'check' : 'copy'} label=${say(done ? 'copied' : 'copy')} class=${'copy ' + also} onClick=${copy} />`;
}

/** What is folded stays folded while its item changes. @type {Map<string, boolean>} */
const folds = new Map();

/** A line that opens what is below it. @param {{id: string, summary: Children, children: Children, open?: boolean, class?: string, label?: string}} props */
export function Fold({ id, summary, children, open = false, class: also = '', label }) {
  const [shown, setShown] = useState(folds.get(id) ?? open);
  const isShown = folds.get(id) ?? (shown || open);
  const turn = () => { folds.set(id, !isShown); setShown(!isShown); };
  return html`<div class=${'fold ' + also}>
    <button type="button" class="fold-line" aria-expanded=${String(isShown)} aria-label=${label} onClick=${turn}><${Icon} name="chevron-right" class="fold-mark" />${summary}</button>
    ${isShown ? html`<div class="fold-body">${children}</div>` : null}
  </div>`;
}

/** @param {{rows?: number}} props */
export function Skeleton({ rows = 4 }) {
  return html`<div class="skeleton" role="status" aria-label=${say('loading')}>${Array.from({ length: rows }, (_, i) => html`<span key=${i} class=${'bone bone-' + (i % 4)}></span>`)}</div>`;
}

/** @param {{icon: string, title: string, hint?: Children, children?: Children}} props */
export function Empty({ icon, title, hint, children }) {
  return html`<div class="empty"><${Icon} name=${icon} class="empty-icon" /><p class="empty-title">${title}</p>${hint ? html`<p class="empty-hint">${hint}</p>` : null}${children}</div>`;
}

/** @param {{error: string, again: () => void}} props */
export function Failed({ error, again }) {
  return html`<div class="failed" role="alert"><p>${say('failedLoad', error)}</p><button type="button" class="button" onClick=${again}>${say('tryAgain')}</button></div>`;
}

/** Reads something when shown and when `keys` change. @template T @param {() => Promise<T>} read @param {any[]} keys @returns {{value: T|undefined, error: string, again: () => void, loading: boolean}} */
export function useRead(read, keys) {
  const [state, setState] = useState(/** @type {{value: T|undefined, error: string, loading: boolean}} */ ({ value: undefined, error: '', loading: true }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    setState((before) => ({ ...before, error: '', loading: true }));
    read().then((value) => { if (!gone) setState({ value, error: '', loading: false }); },
      (error) => { if (!gone) setState((before) => ({ ...before, error: error.message, loading: false })); });
    return () => { gone = true; };
  }, [...keys, turn]);
  return { ...state, again: () => setTurn(turn + 1) };
}

/** A choice among few. @param {{label: string, value: string, options: {value: string, label: string}[], onChange: (value: string) => void}} props */
export function Segments({ label, value, options, onChange }) {
  return html`<div class="segments" role="radiogroup" aria-label=${label}>${options.map((option) => html`
    <button type="button" role="radio" key=${option.value} aria-checked=${String(option.value === value)} class=${option.value === value ? 'chosen' : ''} onClick=${() => onChange(option.value)}>${option.label}</button>`)}</div>`;
}

/** @param {{label: string, value: string, options: {value: string, label: string}[], onChange: (value: string) => void, class?: string, hideLabel?: boolean, icon?: string}} props */
export function Select({ label, value, options, onChange, class: also = '', hideLabel = false, icon }) {
  return html`<label class=${'select ' + also}>${icon ? html`<${Icon} name=${icon} />` : null}<span class=${hideLabel ? 'for-readers' : 'select-label'}>${label}</span>
    <select value=${value} aria-label=${label} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
      ${options.map((option) => html`<option key=${option.value} value=${option.value} selected=${option.value === value}>${option.label}</option>`)}
    </select><${Icon} name="chevron-down" class="select-mark" /></label>`;
}
