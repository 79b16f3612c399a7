// @ts-check
// Questions of an agent and forms of MCP servers.
import { html, useState } from '../html.mjs';
import { answer, elicit } from '../actions.mjs';
import { say } from '../words.mjs';

/** @typedef {import('../types.d.ts').Ask} Ask */

const OTHER = '\u0000other';

/** @param {{question: any, name: string, value: string, other: string, onValue: (value: string) => void, onOther: (text: string) => void}} props */
function Question({ question, name, value, other, onValue, onOther }) {
  const options = question.options ?? [];
  const free = html`<input type=${question.isSecret ? 'password' : 'text'} class="free" autocomplete="off" aria-label=${options.length ? say('otherAnswer') : question.question} placeholder=${options.length ? say('otherAnswer') : ''} value=${other}
    onInput=${(/** @type {any} */ event) => { onOther(event.currentTarget.value); onValue(OTHER); }} onFocus=${() => onValue(OTHER)} />`;
  return html`<fieldset class="question"><legend>${question.header ? html`<span class="chip">${question.header}</span> ` : null}${question.question}</legend>
    ${options.map((/** @type {any} */ option) => html`<label key=${option.label} class="option"><input type="radio" name=${name} checked=${value === option.label} onChange=${() => onValue(option.label)} /><span><strong>${option.label}</strong>${option.description ? html`<span class="muted"> ${option.description}</span>` : null}</span></label>`)}
    ${options.length && question.isOther !== false ? html`<label class="option"><input type="radio" name=${name} checked=${value === OTHER} aria-label=${say('otherAnswer')} onChange=${() => onValue(OTHER)} />${free}</label>` : null}
    ${options.length ? null : free}</fieldset>`;
}

/** @param {{ask: Ask, disabled: boolean}} props */
export function Questions({ ask, disabled }) {
  const questions = ask.params.questions ?? [];
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}));
  const [others, setOthers] = useState(/** @type {Record<string, string>} */ ({}));
  const said = (/** @type {string} */ id) => (values[id] === OTHER || values[id] === undefined ? others[id] ?? '' : values[id]);
  const complete = questions.every((/** @type {any} */ each) => said(each.id).trim());
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    answer(ask, Object.fromEntries(questions.map((/** @type {any} */ each) => [each.id, [said(each.id)]])));
  };
  return html`<form class="questions" onSubmit=${submit}>${questions.map((/** @type {any} */ question) => html`<${Question} key=${question.id} question=${question} name=${ask.id + question.id} value=${values[question.id] ?? ''} other=${others[question.id] ?? ''}
      onValue=${(/** @type {string} */ value) => setValues((all) => ({ ...all, [question.id]: value }))} onOther=${(/** @type {string} */ text) => setOthers((all) => ({ ...all, [question.id]: text }))} />`)}
    <div class="ask-buttons"><button type="submit" class="button primary" disabled=${disabled || !complete}>${say('answerAll')}</button>
      <button type="button" class="button quiet" disabled=${disabled} onClick=${() => answer(ask, {})}>${say('skipQuestion')}</button></div></form>`;
}

/** @param {any} schema @param {string} text */
const typed = (schema, text) => (schema.type === 'boolean' ? text === 'true' : schema.type === 'number' || schema.type === 'integer' ? Number(text) : text);

/** @param {{name: string, schema: any, required: boolean, value: string, onValue: (text: string) => void}} props */
function Field({ name, schema, required, value, onValue }) {
  const label = schema.title ?? name;
  const options = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const input = (/** @type {any} */ event) => onValue(event.currentTarget.value);
  return html`<label class="field"><span>${label}${required ? ' *' : ''}</span>${options
    ? html`<select value=${value} required=${required} onChange=${input}><option value=""></option>${options.map((/** @type {string} */ one) => html`<option key=${one} value=${one} selected=${one === value}>${one}</option>`)}</select>`
    : html`<input type=${schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text'} value=${value} required=${required} onInput=${input} />`}
    ${schema.description ? html`<span class="muted">${schema.description}</span>` : null}</label>`;
}

/** @param {{ask: Ask, disabled: boolean}} props */
export function Elicitation({ ask, disabled }) {
  const schema = ask.params.requestedSchema ?? { properties: {} };
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}));
  const names = Object.keys(schema.properties ?? {});
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    elicit(ask, 'accept', Object.fromEntries(names.filter((name) => values[name]).map((name) => [name, typed(schema.properties[name], values[name])])));
  };
  return html`<form class="questions" onSubmit=${submit}><p>${ask.params.message}</p>
    ${names.map((name) => html`<${Field} key=${name} name=${name} schema=${schema.properties[name]} required=${(schema.required ?? []).includes(name)} value=${values[name] ?? ''} onValue=${(/** @type {string} */ text) => setValues((all) => ({ ...all, [name]: text }))} />`)}
    <div class="ask-buttons"><button type="submit" class="button primary" disabled=${disabled}>${say('accept')}</button><button type="button" class="button danger-line" disabled=${disabled} onClick=${() => elicit(ask, 'decline', null)}>${say('decline')}</button></div></form>`;
}
