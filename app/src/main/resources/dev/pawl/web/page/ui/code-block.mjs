// @ts-check
import { html, useEffect, useState } from '../html.mjs';
import { highlight, known, languageOf } from '../highlight.mjs';
import { CopyButton } from './controls.mjs';

/** The text in colours, once they are there. @param {string} text @param {string} language @param {boolean} [wait] while the text still grows */
export function useHighlight(text, language, wait = false) {
  const [shown, setShown] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (wait || !languageOf(language)) return undefined;
    let gone = false;
    highlight(text, language).then((nodes) => { if (!gone) setShown({ text, nodes }); }, () => {});
    return () => { gone = true; };
  }, [text, language, wait]);
  return known(text, language) ?? (shown?.text === text ? shown.nodes : null) ?? text;
}

/** @param {{text: string, language: string, open: boolean}} props */
export function CodeBlock({ text, language, open }) {
  const shown = useHighlight(text, language, open);
  return html`<figure class="code"><figcaption><span>${language}</span><${CopyButton} text=${text} /></figcaption><pre tabIndex="0"><code>${shown}</code></pre></figure>`;
}
