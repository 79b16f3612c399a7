// @ts-check
// Colours for code: highlight.js with an emitter of our own, so that it makes nodes. Loaded when the first code is shown.
import { h } from 'preact';
import { own } from './own.mjs';

/** Languages that are there, by the names people write. */
const NAMES = /** @type {Record<string, string>} */ ({});
for (const line of ['bash sh shell zsh console shellsession', 'c h', 'cpp c++ cc hpp cxx', 'csharp cs c#', 'css scss less', 'diff patch', 'dockerfile docker', 'go golang',
  'ini toml cfg conf properties', 'java', 'javascript js mjs cjs jsx', 'json jsonc json5 jsonl', 'kotlin kt kts', 'lua', 'makefile make mk', 'markdown md', 'php', 'powershell ps1',
  'python py', 'ruby rb', 'rust rs', 'scala sc', 'sql', 'swift', 'typescript ts tsx mts', 'xml html svg vue xhtml', 'yaml yml']) {
  const [file, ...others] = line.split(' ');
  for (const name of [file, ...others]) NAMES[name] = file;
}
const LONGEST = 60_000;
const KEPT = 300;

/** @typedef {{scope: string, children: (string | Scope)[]}} Scope */

/** What highlight.js writes into. */
class Tree {
  /** @type {Scope} */
  root = { scope: '', children: [] };
  /** @type {Scope[]} */
  stack = [this.root];

  /** @param {string} text */
  addText(text) { if (text) /** @type {Scope} */ (this.stack.at(-1)).children.push(text); }

  /** @param {string} scope */
  startScope(scope) {
    const fresh = { scope, children: [] };
    /** @type {Scope} */ (this.stack.at(-1)).children.push(fresh);
    this.stack.push(fresh);
  }

  endScope() { if (this.stack.length > 1) this.stack.pop(); }

  /** @param {Tree} other */
  __addSublanguage(other) { /** @type {Scope} */ (this.stack.at(-1)).children.push(other.root); }

  finalize() { this.stack.length = 1; }

  toHTML() { return ''; }
}

/** @type {Promise<any> | null} */
let core = null;
/** @type {Map<string, Promise<boolean>>} */
const languages = new Map();
/** @type {Map<string, import('preact').ComponentChildren>} */
const done = new Map();

/** @param {string} name @returns {Promise<any>} */
const part = (name) => import(`./vendor/highlight/${name}.mjs`);

function load() {
  core ??= part('core').then(({ default: hljs }) => {
    hljs.configure({ __emitter: Tree });
    return hljs;
  });
  return core;
}

/** @param {string} language */
export const languageOf = (language) => own(NAMES, language.toLowerCase()) ?? '';

/** The language of a file, by its name. @param {string} path */
export function languageOfPath(path) {
  const name = path.split('/').at(-1) ?? '';
  if (/^(Dockerfile|Makefile)$/i.test(name)) return NAMES[name.toLowerCase()];
  return languageOf(name.includes('.') ? name.split('.').at(-1) ?? '' : '');
}

/** @param {string | Scope} node @returns {import('preact').ComponentChildren} */
function nodes(node) {
  if (typeof node === 'string') return node;
  const inside = node.children.map(nodes);
  if (!node.scope) return inside;
  return h('span', { class: 'hl-' + node.scope.split('.')[0].replace(/[^\w-]/g, '') }, inside);
}

/** What is known already, without waiting. @param {string} text @param {string} language */
export const known = (text, language) => done.get(language + '\n' + text);

/** The text in colours; nothing when the language is not known or the text too long. @param {string} text @param {string} language */
export async function highlight(text, language) {
  const name = languageOf(language);
  if (!name || text.length > LONGEST) return null;
  const key = language + '\n' + text;
  if (done.has(key)) return done.get(key);
  const hljs = await load();
  if (!languages.has(name)) {
    languages.set(name, part(name).then(({ default: grammar }) => { hljs.registerLanguage(name, grammar); return true; }));
  }
  await languages.get(name);
  const result = hljs.highlight(text, { language: name, ignoreIllegals: true });
  const shown = nodes(result._emitter.root);
  if (done.size >= KEPT) done.delete(/** @type {string} */ (done.keys().next().value));
  done.set(key, shown);
  return shown;
}
