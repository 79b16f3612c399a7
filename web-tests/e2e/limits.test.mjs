// What must hold whatever a thread contains, with a real server: hostile texts do not run, 100,000 items open from their end, reading is not disturbed.
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, tab } from '../browser.mjs';
import { startLab, until } from '../lab.mjs';
import { PAYLOADS } from '../payloads.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const BATCH = 8;
const quoted = (text) => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
const fileName = (text) => text.replace(/[\/\n\r\0]/g, '_').slice(0, 60).trim() || 'x';
const batches = Array.from({ length: Math.ceil(PAYLOADS.length / BATCH) }, (_, n) => PAYLOADS.slice(n * BATCH, (n + 1) * BATCH));

/** The texts of a batch in every place that a model, a command or an MCP server can write to; then each in a question to the user. */
function hostile() {
  const responses = batches.flatMap((texts, n) => {
    const when = { lastUserHas: `batch ${n}.` };
    const said = texts.flatMap((text) => [{ think: `**${text}**\n\n${text}` }, { say: text }]);
    const done = texts.flatMap((text) => [{ run: `printf '%s\\n' ${quoted(text)}` }, { patch: `*** Begin Patch\n*** Add File: ${n}/${fileName(text)}\n+${text.split('\n')[0].replaceAll('\0', '')}\n*** End Patch\n` }, { call: 'echo', namespace: 'mcp__lab', arguments: { text } }]);
    const asked = texts.map((text) => ({ run: `true ${quoted(text)}`, options: { sandbox_permissions: 'require_escalated', justification: text } }));
    return [{ when: { ...when, results: 0 }, parts: [...said, ...done] }, { when, parts: asked }];
  });
  return { choose: 'rules', responses };
}

const messages = (count, word) => Array.from({ length: count }, (_, i) => ({ say: `${word} ${i}\n\nwith a second line.` }));
const MANY = { choose: 'rules', responses: [
  { when: { lastUserHas: 'more' }, parts: messages(30, 'Live message'), pace: 4 },
  { when: {}, parts: messages(80, 'Message') },
] };

let browser, lab;
before(async () => {
  const config = `[mcp_servers.lab]\ncommand = "${process.execPath}"\nargs = ["${ROOT}/lab/lib/mcp-server.mjs"]\n`;
  [lab, browser] = await Promise.all([startLab({ scenarios: { hostile: hostile(), many: MANY }, config }), launch()]);
});
after(async () => { await browser?.close(); await lab?.end(); });

async function open(address = '', how = {}) {
  const page = await tab(browser, how);
  await lab.signIn(page);
  await page.goto(lab.url() + address);
  return page;
}

/** A thread whose first turn is asked for without the page. */
async function begin(modelProvider, text) {
  const { thread } = await lab.rpc('thread/start', { cwd: lab.work, modelProvider });
  await lab.rpc('turn/start', { threadId: thread.id, input: [{ type: 'text', text }] });
  return thread.id;
}

const status = async (threadId) => (await lab.rpc('pawl/status/read', { threadIds: [threadId] })).data[0];
const idle = (threadId) => until('the turn is over', async () => (await status(threadId)).status === 'idle');
const goTo = (page, address) => page.evaluate((to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }, address);

/** Whether a page is as it should be after it has shown hostile texts. */
async function clean(page, where) {
  const [ran, wide] = await page.evaluate(() => [globalThis.ran, document.documentElement.scrollWidth - innerWidth]);
  assert.equal(ran, undefined, where);
  assert.ok(wide <= 0, `${where} is ${wide} px too wide`);
  assert.equal(await page.locator('iframe, object, embed, base, script:not([src="/main.mjs"]):not([type=importmap]), .prose img, form[action], [onerror], [onload], [onclick]').count(), 0, where);
  assert.deepEqual(page.troubles.splice(0), [], where);
}

test(`${PAYLOADS.length} hostile texts of model, commands, files, MCP server, questions and titles: none runs, none breaks the layout`, async () => {
  assert.ok(PAYLOADS.length >= 60);
  const ids = [];
  for (const [n] of batches.entries()) ids.push(await begin('hostile', `batch ${n}.`));
  const asked = async () => (await lab.rpc('pawl/approvals/list')).data.length;
  await until('every text is asked about', async () => await asked() === PAYLOADS.length);
  const page = await open('', { colorScheme: 'dark' });
  const dialogs = [], foreign = [];
  page.on('dialog', (dialog) => { dialogs.push(dialog.message()); dialog.dismiss(); });
  page.on('request', (request) => { if (!request.url().startsWith(lab.url()) && !request.url().startsWith('ws:') && !request.url().startsWith('data:image/')) foreign.push(request.url()); });
  await page.locator('.thread-row').first().waitFor();
  await clean(page, 'home');
  await goTo(page, '/inbox');
  await page.locator('.ask').nth(PAYLOADS.length - 1).waitFor();
  await clean(page, 'inbox');
  for (const [n, id] of ids.entries()) {
    await goTo(page, `/t/${id}?pane=review`);
    await page.locator('[data-loaded=true]').waitFor();
    await page.locator('.item-commandExecution').nth(BATCH - 1 < batches[n].length ? BATCH - 1 : 0).waitFor({ state: 'attached' });
    await page.locator('.review-files > *').first().waitFor({ state: 'attached' });
    await page.evaluate(() => { for (const line of document.querySelectorAll('.fold-line[aria-expanded=false]')) line.click(); });
    await clean(page, `batch ${n}`);
  }
  for (const text of PAYLOADS) {
    const name = text.replaceAll('\0', '').trim();
    if (!name) continue;
    await lab.rpc('thread/name/set', { threadId: ids[0], name });
    await goTo(page, `/t/${ids[0]}`);
    await clean(page, `title ${text.slice(0, 60)}`);
  }
  await page.locator('body').press('/');
  await page.getByRole('searchbox').fill('onerror');
  await page.locator('.result').first().waitFor();
  await clean(page, 'search');
  assert.deepEqual([dialogs, foreign], [[], []]);
  await page.context().close();
  for (const threadId of ids) await lab.rpc('thread/archive', { threadId });
});

const ITEMS = 100_000;
/** @type {{thread: string, last: string, turn: string, middle: string}} */
let long;

test('100,000 items: opened from the end in at most 3 requests and 300 ms, at most 400 in the page, wherever one scrolls', async (t) => {
  const said = execFileSync(path.join(ROOT, 'bench'), ['threads', '--into', lab.home, '--events', String(ITEMS)], { encoding: 'utf8' });
  long = JSON.parse(said.trim().split('\n').at(-1));
  const short = await begin('many', 'go');
  await idle(short);
  const page = await open('');
  const frames = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(JSON.parse(String(payload)).method)));
  await page.reload();
  await page.locator('.thread-row').first().waitFor();
  await goTo(page, `/t/${long.thread}`);
  await page.locator(`#i-${long.last}`).waitFor();
  // The code is there now: opened again, only the thread is measured. On a machine that does other things too, the long thread
  // may take what a short one takes twice.
  /** @param {string} thread @param {string} mark words or an element's id @returns {Promise<number>} */
  const timed = (thread, mark) => page.evaluate(({ to, sign }) => new Promise((resolve) => {
    const begun = performance.now();
    const isThere = () => document.getElementById(sign) ?? [...document.querySelectorAll('.item')].some((item) => item.textContent?.includes(sign));
    const look = () => (isThere() ? requestAnimationFrame(() => resolve(performance.now() - begun)) : requestAnimationFrame(look));
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    look();
  }), { to: `/t/${thread}`, sign: mark });
  const times = [], shortTimes = [];
  for (let i = 0; i < 3; i++) {
    shortTimes.push(await timed(short, 'Message 79'));
    frames.length = 0;
    times.push(await timed(long.thread, `i-${long.last}`));
    const made = frames.filter((each) => each && !['pawl/ping', 'thread/unsubscribe', 'pawl/thread/seen'].includes(each));
    assert.ok(made.length > 0 && made.length <= 3, made.join());
  }
  t.diagnostic(`opened in ${times.map(Math.round).join(', ')} ms, a short one in ${shortTimes.map(Math.round).join(', ')} ms`);
  assert.ok(Math.min(...times) <= Math.max(300, 2 * Math.min(...shortTimes)), `${times} and ${shortTimes}`);
  const log = page.getByRole('log');
  assert.ok(await log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 50), 'at its end');
  for (let i = 0; i < 8; i++) {
    const first = await page.locator('.item').first().getAttribute('id');
    await log.evaluate((box) => { box.scrollTop = 0; });
    await page.waitForFunction((id) => document.querySelector('.item')?.id !== id, first);
    assert.ok(await page.locator('.item').count() <= 400);
  }
  await page.getByRole('button', { name: 'Jump to the end' }).click();
  await page.locator(`#i-${long.last}`).waitFor();
  assert.ok(await page.locator('.item').count() <= 400);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('loading older items leaves what is read where it is', async () => {
  const page = await open(`t/${long.thread}`);
  await page.locator(`#i-${long.last}`).waitFor();
  const log = page.getByRole('log');
  await log.evaluate((box) => { box.scrollTop = 1000; });
  const place = () => page.evaluate(() => { const top = document.querySelector('.timeline').getBoundingClientRect().top; const item = [...document.querySelectorAll('.item')].find((each) => each.getBoundingClientRect().bottom > top); return [item.id, Math.round(item.getBoundingClientRect().top - top)]; });
  await log.evaluate((box) => { box.scrollTop = 700; });
  const [id, at] = await place();
  await page.waitForFunction(() => document.querySelectorAll('.item').length > 150);
  await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))));
  const top = await page.evaluate((which) => Math.round(document.getElementById(which).getBoundingClientRect().top - document.querySelector('.timeline').getBoundingClientRect().top), id);
  assert.ok(Math.abs(top - at) <= 2, `${id} moved from ${at} to ${top}`);
  await page.context().close();
});

test('an item that a search found is opened although it is far from the end', async () => {
  const page = await open('');
  await page.getByRole('searchbox').fill(long.middle);
  await page.locator('.result').first().click();
  await page.locator('.item-marked').waitFor();
  assert.match(await page.locator('.item-marked').innerText(), new RegExp(long.middle));
  assert.ok(await page.locator('.item-marked').evaluate((item) => { const at = item.getBoundingClientRect(); return at.top > 0 && at.bottom < innerHeight; }));
  assert.ok(await page.locator('.item').count() <= 400);
  await page.context().close();
});

test('what is new moves a reader only at the end, and is counted otherwise', async () => {
  const id = await begin('many', 'go');
  await idle(id);
  const page = await open('t/' + id);
  const log = page.getByRole('log');
  await log.getByText('Message 79').waitFor();
  await page.waitForFunction(() => { const box = document.querySelector('.timeline'); return box.scrollHeight - box.scrollTop - box.clientHeight < 5; });
  await log.evaluate((box) => { box.scrollTop = 1500; });
  await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
  const before = await log.evaluate((box) => box.scrollTop);
  await lab.rpc('turn/start', { threadId: id, input: [{ type: 'text', text: 'more' }] });
  await log.getByText('Live message 29').waitFor({ state: 'attached' });
  assert.equal(await log.evaluate((box) => box.scrollTop), before);
  await page.getByRole('button', { name: 'Jump to the end' }).click();
  await page.waitForFunction(() => { const box = document.querySelector('.timeline'); return box.scrollHeight - box.scrollTop - box.clientHeight < 5; });
  await page.context().close();
});

test('unread is the server’s: looked at in one tab, read in the other', async () => {
  const [one, other] = [await open(''), await open('')];
  const id = await begin('fake', 'say something new');
  await idle(id);
  const unread = (page) => page.getByRole('group', { name: 'Unread' }).locator(`a[href$="${id}"]`);
  await unread(one).waitFor();
  await unread(other).waitFor();
  await goTo(other, '/t/' + id);
  await unread(one).waitFor({ state: 'detached' });
  await one.context().close();
  await other.context().close();
});

test('questions of the agent are answered with a choice or own words, and the model reads the answer', async () => {
  for (const [choose, answer] of [[(page) => page.getByRole('radio', { name: /Blue/ }).check(), 'Blue'], [(page) => page.locator('.ask').getByRole('textbox').first().fill('Green, please'), 'Green, please']]) {
    const id = await begin('fake', 'form');
    const page = await open('t/' + id);
    await page.locator('.ask').waitFor();
    await choose(page);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.locator('.ask').waitFor({ state: 'detached' });
    await until('the model has the answer', () => JSON.stringify(lab.requests.at(-1).input).includes(answer));
    await page.context().close();
  }
});
