// @ts-check
// Words in the language of the reader: names of the dictionary, phrases of the server, times and amounts.
import { computed } from '@preact/signals-core';
import { STATUS_WORDS, WORDS } from './dictionary.mjs';
import { own } from './own.mjs';
import { language } from './prefs.mjs';

const systemLanguage = () => ((globalThis.navigator?.languages ?? ['en']).find((each) => /^(en|zh)/i.test(each)) ?? 'en').slice(0, 2).toLowerCase();

/** `en` or `zh`. */
export const tongue = computed(() => (language.value === 'system' ? systemLanguage() : language.value) === 'zh' ? 'zh' : 'en');

/** @param {string} pattern @param {readonly any[]} values @returns {string} */
const filled = (pattern, values) => pattern.replace(/\{(\d)(s?)\}/g, (_, at, seconds) => (seconds ? duration(Number(values[at]) * 1000) : String(values[at] ?? '')));

/** The words of a name, with values in their places. @param {string} name @param {...any} values @returns {string} */
export function say(name, ...values) {
  const pair = own(WORDS, name);
  if (!pair) return name;
  return filled(pair[tongue.value === 'zh' ? 1 : 0], values);
}

/** The message in a body that a provider sent as JSON; other texts as they are. @param {string} text */
export function plainError(text) {
  if (!text.startsWith('{')) return text;
  try {
    const { error, message } = JSON.parse(text);
    const said = error?.message ?? message ?? error;
    return typeof said === 'string' && said ? said : text;
  } catch {
    return text;
  }
}

/** A phrase of the server. @param {import('./types.d.ts').Phrase | string | null | undefined} phrase */
export function phrase(phrase) {
  if (!phrase) return '';
  if (typeof phrase === 'string') return phrase;
  const args = phrase.args ?? [];
  const forms = own(STATUS_WORDS, phrase.key);
  if (phrase.key === 'text') return plainError(args[0] ?? '');
  if (!forms) return phrase.text ?? args[0] ?? '';
  const zh = tongue.value === 'zh';
  const form = forms[Math.min(args.length, forms.length - 1)];
  return filled(form[zh ? 1 : 0], zh && phrase.key.includes('mcp') ? args.map((each) => each.replaceAll(', ', '、')) : args);
}

/** `59s`, `1m 00s`, `1h 00m 00s`. @param {number} ms @returns {string} */
export function duration(ms) {
  const all = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ n) => (tongue.value === 'zh' ? String(n) : String(n).padStart(2, '0'));
  if (all < 60) return say('timeSeconds', all);
  if (all < 3600) return say('timeMinutes', Math.floor(all / 60), two(all % 60));
  return say('timeHours', Math.floor(all / 3600), two(Math.floor(all / 60) % 60), two(all % 60));
}

/** Short: `340 ms`, `12s`. @param {number} ms */
export const brief = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms));

/** @param {number} seconds since 1970 @param {number} now ms */
export function ago(seconds, now) {
  const minutes = Math.floor((now / 1000 - seconds) / 60);
  if (minutes < 1) return say('justNow');
  if (minutes < 60) return say('agoMinutes', minutes);
  if (minutes < 60 * 24) return say('agoHours', Math.floor(minutes / 60));
  return say('agoDays', Math.floor(minutes / 60 / 24));
}

/** @param {number} ms since 1970 */
export const clock = (ms) => new Intl.DateTimeFormat(tongue.value === 'zh' ? 'zh-CN' : 'en', { hour: '2-digit', minute: '2-digit', hour12: false }).format(ms);

/** @param {number} ms since 1970 */
export const dateTime = (ms) => new Intl.DateTimeFormat(tongue.value === 'zh' ? 'zh-CN' : 'en', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false }).format(ms);

/** `97k`, `1.2M`. @param {number} n */
export const count = (n) => (n < 1000 ? String(n) : n < 10_000 ? (n / 1000).toFixed(1) + 'k' : n < 1_000_000 ? Math.round(n / 1000) + 'k' : (n / 1_000_000).toFixed(1) + 'M');

/** @param {number} bytes */
export const size = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);
