// A real browser for the page's tests. PAGE_MODULES names the folder with playwright-core, axe-core and ws.
import fs from 'node:fs';
import { createRequire } from 'node:module';

export const modules = process.env.PAGE_MODULES ?? new URL('../.check/page/node_modules', import.meta.url).pathname;
const require = createRequire(modules + '/');
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Pictures go here when it is set. */
export const pictures = process.env.PAGE_PICTURES ?? '';

export const patience = 15_000;

/** @returns {Promise<any>} */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** A tab whose errors make its test fail: uncaught ones, those of the console, and breaches of the policy. */
export async function tab(browser, how = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-US', ...how });
  await context.addInitScript(() => { addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)); });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(error.stack ?? String(error)));
  page.on('console', (message) => { if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) page.troubles.push(message.text()); });
  return page;
}

/** Findings of axe that are serious or critical, one line each. */
export async function axeFindings(page) {
  await page.evaluate(axe).catch(() => {});
  const ready = await page.evaluate(() => typeof globalThis.axe === 'object');
  if (!ready) throw new Error('axe was not loaded');
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter((each) => ['serious', 'critical'].includes(each.impact)).flatMap((each) => each.nodes.slice(0, 3).map((node) => `${each.id}: ${node.html.slice(0, 140)} ${node.any?.[0]?.message ?? ''}`));
}

export const picture = (page, name) => (pictures ? page.screenshot({ path: `${pictures}/${name}.png` }) : undefined);
