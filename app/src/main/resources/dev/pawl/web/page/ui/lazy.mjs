// @ts-check
// Parts of the page that are loaded when they are first shown, with their styles.
import { html, useEffect, useState } from '../html.mjs';
import { Skeleton } from './controls.mjs';

/** @type {Map<string, any>} */
const loaded = new Map();

/** @param {string} href @returns {Promise<void>} */
function style(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => { link.remove(); reject(new Error(href)); };
    document.head.append(link);
  });
}

/** @typedef {{name: string, load: () => Promise<any>, styles?: string[]}} Part the module's default export is the component */

/** @param {Part} part */
export async function fetchPart(part) {
  if (loaded.has(part.name)) return loaded.get(part.name);
  const [module] = await Promise.all([part.load(), ...(part.styles ?? []).map(style)]);
  loaded.set(part.name, module.default);
  return module.default;
}

/** @param {{part: Part, props?: any, rows?: number}} props */
export function Lazy({ part, props = {}, rows = 6 }) {
  const [, shown] = useState(0);
  useEffect(() => {
    let gone = false;
    if (!loaded.has(part.name)) fetchPart(part).then(() => { if (!gone) shown((n) => n + 1); }, (error) => console.error('could not be loaded', error));
    return () => { gone = true; };
  }, [part.name]);
  const View = loaded.get(part.name);
  return View ? html`<${View} ...${props} />` : html`<${Skeleton} rows=${rows} />`;
}
