// A turn in a real browser, with a real server, store and sandbox; only the model's server is a fake.
import test, { after, afterEach, before } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { launch, tab } from '../browser.mjs';
import { startLab, until } from '../lab.mjs';

let browser, lab;
before(async () => { [lab, browser] = await Promise.all([startLab(), launch()]); });
after(async () => { await browser?.close(); await lab?.end(); });
const tabs = [];
afterEach(async () => {
  for (const page of tabs.splice(0)) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

async function open(address = '', how = {}) {
  const page = await tab(browser, how);
  tabs.push(page);
  await lab.signIn(page);
  await page.goto(lab.url() + address);
  return page;
}

const box = (page) => page.getByRole('textbox', { name: 'Message' });
const send = (page) => page.getByRole('button', { name: 'Send' });
const button = (page, name) => page.getByRole('button', { name, exact: true });
const log = (page) => page.getByRole('log', { name: 'Timeline' });
const statusLine = (page) => page.getByRole('status', { name: 'Status' });

/** A thread of its own, with its first message sent. */
async function begin(words, how) {
  const page = await open('new?folder=' + encodeURIComponent(lab.work), how);
  await box(page).fill(words);
  await send(page).click();
  await page.waitForURL(/\/t\//);
  return page;
}

const idle = (page) => statusLine(page).getByText('Waiting for instructions').waitFor();
const says = (page, words) => log(page).getByText(words).first().waitFor();

const lastWords = () => JSON.stringify(lab.requests.at(-1).input);

test('a message is sent, and the response streams and stays', async () => {
  const page = await begin('say **bold** and `code`');
  await log(page).locator('strong', { hasText: 'bold' }).waitFor();
  await idle(page);
  assert.equal(await box(page).inputValue(), '');
  await page.reload();
  await log(page).locator('strong', { hasText: 'bold' }).waitFor();
});

test('words appear while the model still speaks, and Stop ends the turn', async () => {
  const page = await begin('slow');
  await says(page, 'word3');
  assert.equal(await log(page).getByText('word299').count(), 0);
  await button(page, 'Stop').click();
  await idle(page);
  await log(page).getByText('Stopped').waitFor();
  assert.equal(await log(page).locator('[data-state=open]').count(), 0);
});

test('an approval shows the exact command; accepted, it runs; its output and exit code are shown', async () => {
  const page = await begin('ask echo out-$((40+2)); exit 3');
  await page.getByRole('region', { name: 'Needs you' }).waitFor();
  assert.match(await page.locator('.ask-command').innerText(), /echo out-\$\(\(40\+2\)\); exit 3/);
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  await button(page, 'Accept').click();
  await says(page, 'out-42');
  await says(page, 'exit 3');
  await idle(page);
  await page.waitForFunction(() => !document.title.startsWith('('));
});

test('declined, it does not run', async () => {
  const mark = path.join(lab.work, 'declined-mark');
  const page = await begin(`ask touch ${mark}`);
  await button(page, 'Decline').click();
  await idle(page);
  assert.equal(fs.existsSync(mark), false);
});

test('by keyboard alone: message, approval with a key', async () => {
  const page = await open('');
  await page.locator('body').press('n');
  await box(page).waitFor();
  await page.keyboard.type('ask echo by-key');
  await page.keyboard.press('Enter');
  const card = page.locator('.ask');
  await card.waitFor();
  await page.keyboard.type('1');
  assert.equal(await card.count(), 1, 'a digit typed into the message accepts nothing');
  await card.focus();
  await page.keyboard.press('1');
  await says(page, 'by-key');
  await idle(page);
});

test('answered in another tab, the card goes here and says so', async () => {
  const page = await begin('ask echo two-tabs');
  await button(page, 'Accept').waitFor();
  const other = await open(new URL(page.url()).pathname.slice(1), { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await button(other, 'Accept').tap();
  await page.locator('.ask').waitFor({ state: 'detached' });
  await page.getByText(/Answered/).waitFor();
  await says(page, 'two-tabs');
  await says(other, 'two-tabs');
});

test('approved from the list', async () => {
  const first = await begin('ask echo from-the-list');
  await button(first, 'Accept').waitFor();
  const page = await open('');
  const region = page.getByRole('region', { name: 'Needs you' });
  await region.getByRole('button', { name: 'Accept', exact: true }).click();
  await says(first, 'from-the-list');
  await region.waitFor({ state: 'detached' });
});

test('while a turn runs, a message steers it or waits in the queue', async () => {
  const page = await begin('slow');
  await says(page, 'word2');
  await box(page).fill('first queued');
  await button(page, 'Queue').click();
  await page.getByText('first queued').waitFor();
  await button(page, 'Edit queued message').click();
  await page.locator('.queued-form input').fill('second thought');
  await button(page, 'Save').click();
  await page.locator('.queued').getByText('second thought').waitFor();
  await box(page).fill('to drop');
  await box(page).press('Alt+Enter');
  await page.locator('.queued').getByText('to drop').waitFor();
  await page.locator('.queued', { hasText: 'to drop' }).getByRole('button', { name: 'Drop queued message' }).click();
  await page.locator('.queued', { hasText: 'to drop' }).waitFor({ state: 'detached' });
  await box(page).fill('steered words');
  await send(page).click();
  await says(page, 'steered words');
  await button(page, 'Stop').click();
  await page.waitForFunction(() => document.getElementById('message').value === 'steered words');
  await box(page).fill('');
  await page.locator('.queued').getByRole('button', { name: 'Start now' }).click();
  await says(page, 'You said: second thought');
});

test('a lost connection is seen, the draft is kept, sending is refused; it comes back by itself', async () => {
  const page = await begin('say before the cut');
  await says(page, 'before the cut');
  await idle(page);
  lab.cut();
  await page.getByText('Connection lost').first().waitFor({ timeout: 4500 });
  await says(page, 'before the cut');
  await box(page).fill('my draft');
  await box(page).press('Enter');
  await page.getByText(/Not sent/).waitFor();
  assert.equal(await box(page).inputValue(), 'my draft');
  lab.heal();
  await page.locator('.connection-bar').waitFor({ state: 'detached' });
  await box(page).press('Enter');
  await says(page, 'You said: my draft');
});

test('the server is killed in the middle of a turn: the page comes back and the turn goes on', async () => {
  const mark = path.join(lab.work, 'after-kill');
  const page = await begin(`run sleep 2; echo survived > ${mark}; echo after-the-kill`);
  await log(page).locator('.item-commandExecution').waitFor();
  await lab.kill();
  await page.getByText('Connection lost').first().waitFor();
  await log(page).locator('.item-userMessage').waitFor();
  await lab.restart();
  await page.locator('.connection-bar').waitFor({ state: 'detached', timeout: 30_000 });
  await log(page).getByText('Ran.').waitFor({ timeout: 60_000 });
  await idle(page);
  assert.equal(await log(page).locator('[data-state=open]').count(), 0);
});

test('an approval outlives the server', async () => {
  const page = await begin('ask echo asked-before-the-kill');
  await button(page, 'Accept').waitFor();
  await lab.kill();
  await page.getByText('Connection lost').first().waitFor();
  await lab.restart();
  await page.locator('.connection-bar').waitFor({ state: 'detached', timeout: 30_000 });
  await button(page, 'Accept').waitFor();
  assert.equal(await page.locator('.ask').count(), 1);
  await button(page, 'Accept').click();
  await says(page, 'asked-before-the-kill');
  await idle(page);
});

test('a patch is shown with its lines, and comments on lines reach the model as one message', async () => {
  const page = await begin('patch');
  await log(page).getByText('hello.txt').first().waitFor();
  await idle(page);
  await page.locator('body').press('Escape');
  await button(page, 'Review').click();
  const pane = page.getByRole('complementary', { name: 'Review' });
  await pane.getByText('hello.txt').first().waitFor();
  await pane.getByRole('button', { name: 'Comment on line 1' }).click({ force: true });
  await pane.getByRole('button', { name: 'Comment on line 2' }).click({ force: true, modifiers: ['Shift'] });
  await pane.getByRole('textbox').fill('Say it in Chinese.');
  await button(page, 'Add comment').click();
  await button(page, 'Send 1 comment').click();
  await until('the model has the comment', () => lastWords().includes('Say it in Chinese.'));
  assert.match(lastWords(), /hello\.txt:1-2\\n> hello\\n> world\\nSay it in Chinese\./);
});

test('@ offers files, / offers commands, ArrowUp brings back what was sent', async () => {
  fs.writeFileSync(path.join(lab.work, 'unusual-name.txt'), 'x');
  const page = await begin('say for history');
  await idle(page);
  await box(page).pressSequentially('see @unusual');
  await page.getByRole('option', { name: /unusual-name/ }).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await box(page).inputValue(), 'see unusual-name.txt ');
  await box(page).fill('');
  await box(page).pressSequentially('/ren');
  await page.getByRole('option', { name: /\/rename/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('A new name');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A new name' }).waitFor();
  await box(page).press('ArrowUp');
  assert.equal(await box(page).inputValue(), 'say for history');
});

test('Enter during the writing of a character sends nothing', async () => {
  const page = await begin('say composing');
  await idle(page);
  await box(page).fill('ni hao');
  await box(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 });
  assert.equal(await box(page).inputValue(), 'ni hao');
});

test('on a phone Enter makes a new line, and inputs are large enough not to be zoomed', async () => {
  const page = await begin('say phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await idle(page);
  await box(page).fill('a');
  await box(page).press('Enter');
  assert.equal(await box(page).inputValue(), 'a\n');
  assert.ok(await box(page).evaluate((area) => parseFloat(getComputedStyle(area).fontSize)) >= 16);
});

test('an image is pasted, shown and sent', async () => {
  const page = await begin('say image');
  await idle(page);
  await box(page).evaluate((area) => {
    const bytes = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await page.locator('.pictures img').waitFor();
  await box(page).fill('look at this');
  await send(page).click();
  await log(page).locator('.said-box img').waitFor();
  await until('the model has the image', () => lastWords().includes('data:image/png;base64,'));
});

test('rename, pin, archive with undo, fork, delete', async () => {
  const page = await begin('say menu');
  await idle(page);
  const menu = () => page.getByRole('banner').or(page.locator('.thread-head')).getByRole('button', { name: /^Actions for/ });
  await menu().click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await page.getByRole('group', { name: 'Pinned' }).waitFor();
  await menu().click();
  await page.getByRole('menuitem', { name: 'Fork' }).click();
  const address = page.url();
  await page.waitForURL((url) => String(url) !== address);
  await says(page, 'menu');
  await menu().click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goto(address);
  await says(page, 'menu');
  await menu().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^Deleted/).waitFor();
  await page.goto(address);
  await page.getByText('This thread is not there').waitFor();
});

test('search finds words of a message and opens at the hit', async () => {
  const page = await begin('say xylophone concert');
  await idle(page);
  const other = await open('');
  await other.getByRole('searchbox', { name: 'Search threads' }).fill('xylophone');
  await other.locator('.result').first().click();
  await says(other, 'xylophone concert');
});

test('a checkpoint shows its changes and sets the files back', async () => {
  const made = path.join(lab.work, 'hello.txt');
  fs.rmSync(made, { force: true });
  const page = await begin('patch');
  await idle(page);
  assert.equal(fs.existsSync(made), true);
  await page.locator('body').press('Escape');
  await button(page, 'Checkpoints').click();
  const pane = page.getByRole('complementary', { name: 'Checkpoints' });
  await pane.getByText('Before “patch”').waitFor();
  await pane.getByRole('button', { name: 'Restore files' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('hello.txt').waitFor();
  await dialog.getByRole('button', { name: 'Restore files' }).click();
  await until('the file is gone', () => !fs.existsSync(made));
  await pane.getByText('Before files were set back').waitFor();
});

test('a thread begun by another program appears with its title, runs and ends, without a reload', async () => {
  const page = await open('');
  await page.getByRole('button', { name: 'New thread' }).waitFor();
  const { thread } = await lab.rpc('thread/start', { cwd: lab.work });
  await lab.rpc('turn/start', { threadId: thread.id, input: [{ type: 'text', text: 'say from elsewhere' }] });
  await page.getByRole('group', { name: 'Unread' }).getByText('say from elsewhere').waitFor();
});
