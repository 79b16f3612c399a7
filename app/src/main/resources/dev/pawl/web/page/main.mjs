// @ts-check
// The page begins here.
import { render } from 'preact';
import { effect } from '@preact/signals-core';
import { html } from './html.mjs';
import { App } from './ui/app.mjs';
import { connection } from './link.mjs';
import { seen } from './open-thread.mjs';
import { theme } from './prefs.mjs';
import { place, start as startRouter } from './router.mjs';
import { start as startKeys } from './keys.mjs';
import { start as startNotify } from './notify.mjs';
import { listShown } from './ui/shell-state.mjs';
import { tongue } from './words.mjs';

const root = document.documentElement;

effect(() => { if (theme.value === 'system') delete root.dataset.theme; else root.dataset.theme = theme.value; });
effect(() => { root.lang = tongue.value === 'zh' ? 'zh-CN' : 'en'; });
effect(() => { void place.value; listShown.value = false; });

/** The page is as high as what the keyboard of a phone leaves free. */
function fit() {
  const view = globalThis.visualViewport;
  if (view) root.style.setProperty('--height', `${Math.round(view.height)}px`);
}

globalThis.visualViewport?.addEventListener('resize', fit);
fit();
for (const event of ['online', 'pageshow', 'focus']) addEventListener(event, () => connection.hurry());
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') { connection.hurry(); seen(); } });

startRouter();
startKeys();
startNotify();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
connection.start();
