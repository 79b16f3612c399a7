// @ts-check
// Markdown: marked's tokens become nodes. HTML stays text, pictures become links, links lead to http, https and mailto only.
import { Lexer } from 'marked';
import { h } from 'preact';
import { own } from './own.mjs';
import { CodeBlock } from './ui/code-block.mjs';

/** @typedef {import('preact').ComponentChildren} Children */

/** @param {string} href @returns {string} where it may lead, or nothing */
export function safeLink(href) {
  try {
    const url = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}

/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', hellip: '…', mdash: '—', ndash: '–', rarr: '→', larr: '←', times: '×', middot: '·' };

/** Character references of Markdown text. @param {string} text */
export function decoded(text) {
  return text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g, (whole, name) => {
    if (name[0] !== '#') return own(ENTITIES, name) ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

/** @param {any[] | undefined} tokens @returns {Children} */
const inline = (tokens) => (tokens ?? []).map(inlineOne);

/** @param {any} token @returns {Children} */
function inlineOne(token) {
  switch (token.type) {
    case 'strong': return h('strong', null, inline(token.tokens));
    case 'em': return h('em', null, inline(token.tokens));
    case 'del': return h('del', null, inline(token.tokens));
    case 'codespan': return h('code', null, token.text);
    case 'br': return h('br', null);
    case 'link': return link(token.href, inline(token.tokens));
    case 'image': return link(token.href, token.text || token.href);
    case 'checkbox': return h('input', { type: 'checkbox', disabled: true, checked: token.checked });
    case 'escape': return token.text;
    case 'text': return token.tokens ? inline(token.tokens) : decoded(token.text);
    default: return token.raw ?? '';
  }
}

/** @param {string} href @param {Children} words */
function link(href, words) {
  const to = safeLink(href);
  if (to) return h('a', { href: to, target: '_blank', rel: 'noopener noreferrer' }, words);
  return h('span', { class: 'dead-link', title: href }, words);
}

/** @param {any} token @param {boolean} open whether the text may still grow @returns {Children} */
function block(token, open) {
  switch (token.type) {
    case 'space': case 'def': return null;
    case 'heading': return h('h' + Math.min(6, token.depth + 2), { class: 'md-h' + token.depth }, inline(token.tokens));
    case 'paragraph': return h('p', null, inline(token.tokens));
    case 'text': return token.tokens ? inline(token.tokens) : decoded(token.text);
    case 'code': return h(CodeBlock, { text: token.text, language: (token.lang ?? '').split(/[\s,{]/)[0], open });
    case 'hr': return h('hr', null);
    case 'blockquote': return h('blockquote', null, blocks(token.tokens, open));
    case 'list': return list(token, open);
    case 'table': return table(token);
    case 'html': return h('p', { class: 'md-html' }, token.raw.trimEnd());
    default: return h('p', null, token.raw ?? '');
  }
}

/** @param {any} token @param {boolean} open */
function list(token, open) {
  const items = token.items.map((/** @type {any} */ item, /** @type {number} */ i) => {
    const inside = blocks(item.tokens.filter((/** @type {any} */ each) => each.type !== 'checkbox'), open && i === token.items.length - 1);
    const box = item.task ? h('input', { type: 'checkbox', disabled: true, checked: item.checked, 'aria-hidden': 'true' }) : null;
    return h('li', { class: item.task ? 'md-task' : undefined }, [box, inside]);
  });
  return token.ordered ? h('ol', { start: token.start === '' ? 1 : token.start }, items) : h('ul', null, items);
}

/** @param {any} token */
function table(token) {
  const cell = (/** @type {any} */ one, /** @type {number} */ i, /** @type {string} */ kind) => h(kind, { class: token.align[i] ? 'md-' + token.align[i] : undefined }, inline(one.tokens));
  return h('div', { class: 'md-table', tabIndex: 0, role: 'group' }, h('table', null, [
    h('thead', null, h('tr', null, token.header.map((/** @type {any} */ one, /** @type {number} */ i) => cell(one, i, 'th')))),
    h('tbody', null, token.rows.map((/** @type {any} */ row) => h('tr', null, row.map((/** @type {any} */ one, /** @type {number} */ i) => cell(one, i, 'td'))))),
  ]));
}

/** @param {any[]} tokens @param {boolean} open @returns {Children} */
const blocks = (tokens, open) => tokens.map((token, i) => block(token, open && i === tokens.length - 1));

/** The top-level blocks of a text: those before the last do not change while it grows. @param {string} text @returns {any[]} */
export const split = (text) => new Lexer({ gfm: true }).lex(text).filter((token) => token.type !== 'space' && token.type !== 'def');

/** @param {any} token @param {boolean} [open] @returns {Children} */
export const render = (token, open = false) => block(token, open);
