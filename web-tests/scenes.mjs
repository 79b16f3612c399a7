// Threads for the screens, made by a real server with the lab's model: every part of the page has something to show.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLab, until } from './lab.mjs';

const MCP = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'lab', 'lib', 'mcp-server.mjs');

const PRICE = `const rates = { DE: 0.19, FR: 0.2 };

// The price in cents, with the tax of a country.
export function price(net, country) {
  const rate = 1 + rates[country];
  return Math.floor(net * rate);
}
`;

const TEST = `import { price } from '../src/price.mjs';
const red = (text) => '\\u001b[31m' + text + '\\u001b[0m', green = (text) => '\\u001b[32m' + text + '\\u001b[0m';
let failed = 0;
for (const [net, country, expected] of [[1000, 'DE', 1190], [999, 'DE', 1189], [999, 'FR', 1199]]) {
  const got = price(net, country);
  console.log(got === expected ? green('✓') + \` \${net} in \${country}\` : red('×') + \` \${net} in \${country}: \` + red(\`expected \${expected}, got \${got}\`));
  if (got !== expected) failed++;
}
console.log(failed ? red(\`\${failed} failed\`) : green('all passed'));
process.exitCode = failed ? 1 : 0;
`;

const PATCH = `*** Begin Patch
*** Update File: src/price.mjs
@@
 export function price(net, country) {
-  const rate = 1 + rates[country];
-  return Math.floor(net * rate);
+  const rate = rates[country];
+  if (rate === undefined) throw new Error(\`no tax rate for \${country}\`);
+  return Math.round(net * (1 + rate));
 }
*** Add File: docs/rounding.md
+# Rounding
+
+Prices are rounded to the nearest cent.
*** End Patch
`;

const RESPONSE = `The rounding was wrong in two places. **\`Math.floor\`** cut off the last cent, and an unknown country gave \`NaN\`.

## What I changed

1. \`price\` now adds the tax and rounds to the nearest cent.
2. An unknown country fails with a clear message.

\`\`\`js
export function price(net, country) {
  const rate = rates[country];
  if (rate === undefined) throw new Error(\`no tax rate for \${country}\`);
  return Math.round(net * (1 + rate)); // cents
}
\`\`\`

| country | before | after |
|---|---:|---:|
| DE | 11.88 | 11.89 |
| FR | 11.98 | 11.99 |

- [x] test for rounding
- [ ] price list in the shop

See [the rules for rounding](https://example.org/rounding).`;

const steps = (...states) => ['Find the place', 'Fix the rounding', 'Run the test'].map((step, i) => ({ step, status: states[i] }));
const OUTSIDE = { sandbox_permissions: 'require_escalated', justification: 'the release folder is outside the workspace' };

/** What the model does, by the last words of the user and the number of results so far. */
const SHOP = { choose: 'rules', responses: [
  { when: { lastUserHas: 'changelog' }, parts: [{ say: 'I read the changelog. ', pieces: 3 }], fault: { stall: 3 } },
  { when: { lastUserHas: 'cent too low', results: 0 }, parts: [{ think: '**Looking for the rounding**\n\nThe price is computed in `src/price.mjs`.' }, { run: 'grep -n "Math" src/price.mjs' }, { call: 'echo', namespace: 'mcp__tracker', arguments: { text: 'Prices are a cent too low in DE and FR.' } }], usage: { input: 8200, cached: 4100, output: 210, thinking: 90 } },
  { when: { lastUserHas: 'cent too low', results: 2 }, parts: [{ call: 'update_plan', arguments: { explanation: 'Three small steps.', plan: steps('completed', 'in_progress', 'pending') } }, { run: 'node test/price.test.mjs' }] },
  { when: { lastUserHas: 'cent too low', results: 4 }, parts: [{ patch: PATCH }] },
  { when: { lastUserHas: 'cent too low', results: 5 }, parts: [{ call: 'update_plan', arguments: { plan: steps('completed', 'completed', 'completed') } }, { run: 'node test/price.test.mjs' }] },
  { when: { lastUserHas: 'cent too low' }, parts: [{ say: RESPONSE, pieces: 20 }], usage: { input: 9900, cached: 8200, output: 640, thinking: 120 } },
  { when: { lastUserHas: 'publish', results: 7 }, parts: [{ call: 'spawn_agent', arguments: { message: 'Check the changelog for entries that are missing.' } }] },
  { when: { lastUserHas: 'publish' }, parts: [{ run: 'ls -la /srv/releases', options: OUTSIDE }] },
  { when: { lastUserHas: 'upgrade guide' }, parts: [{ think: '**Comparing the two versions**' }, { say: 'I compare the two versions. ', pieces: 4 }], fault: { stall: 9 } },
  { when: { lastUserHas: 'quota' }, parts: [], fault: { http: { status: 400, message: 'The lab refuses this request.' } } },
  { when: {}, parts: [{ say: 'Done.' }] },
] };

/** @param {any} lab @param {string} folder @param {string} words @param {string} [name] */
async function begin(lab, folder, words, name) {
  const cwd = path.join(lab.folder, folder);
  fs.mkdirSync(cwd, { recursive: true });
  const { thread } = await lab.rpc('thread/start', { cwd, modelProvider: 'shop' });
  if (words) await say(lab, thread.id, words);
  if (name) await lab.rpc('thread/name/set', { threadId: thread.id, name });
  return thread.id;
}

const say = (lab, threadId, words) => lab.rpc('turn/start', { threadId, input: [{ type: 'text', text: words }] });

const status = async (lab, threadId) => (await lab.rpc('pawl/status/read', { threadIds: [threadId] })).data[0];
const idle = (lab, threadId) => until('the turn is over', async () => (await status(lab, threadId)).status === 'idle');

/** A lab with threads in every state; `ids` names them. */
export async function startScenes() {
  const config = `[mcp_servers.tracker]\ncommand = "${process.execPath}"\nargs = ["${MCP}"]\n`;
  const lab = await startLab({ scenarios: { shop: SHOP }, config });
  const shop = path.join(lab.folder, 'shop');
  for (const [name, text] of [['src/price.mjs', PRICE], ['test/price.test.mjs', TEST]]) {
    fs.mkdirSync(path.dirname(path.join(shop, name)), { recursive: true });
    fs.writeFileSync(path.join(shop, name), text);
  }
  const ids = {
    old: await begin(lab, 'shop', 'Explain the retry policy', 'Explain the retry policy'),
    failed: await begin(lab, 'billing', 'Use up the quota', 'Rename the billing module'),
    search: await begin(lab, 'shop', 'Make the search three times faster'),
    ci: await begin(lab, 'ci', 'x', '修复持续集成中的超时'),
    empty: await begin(lab, 'lab', '', 'Try the new sandbox'),
    prices: await begin(lab, 'shop', 'The prices in the shop are a cent too low for some countries. Find out why and fix it, with a test.', 'Fix the rounding of prices'),
    docs: await begin(lab, 'handbook', 'Write the upgrade guide', 'Write the upgrade guide'),
  };
  for (const name of ['old', 'search', 'ci', 'prices']) await idle(lab, ids[name]);
  await lab.rpc('pawl/thread/pin', { threadId: ids.ci, pinned: true });
  for (const name of ['old', 'ci', 'prices', 'failed']) await lab.rpc('pawl/thread/seen', { threadId: ids[name], seq: (await status(lab, ids[name])).seq });
  await say(lab, ids.prices, 'Good. Now publish the package.');
  await until('the approval is asked for', async () => (await lab.rpc('pawl/approvals/list')).data.length === 1);
  return { ...lab, ids };
}
