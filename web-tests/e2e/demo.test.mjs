// `pawl demo --page` as a new user meets it: offline, a finished thread, and a new one that asks for an approval.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launch, picture, tab } from '../browser.mjs';
import { until } from '../lab.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
let browser, demo;
after(async () => { await browser?.close(); demo?.kill('SIGKILL'); });

test('the demo’s page shows its thread, and a new one works, asks, and goes on', async () => {
  // Nothing that could open a browser: the link is printed all the same.
  demo = spawn(path.join(ROOT, 'pawl'), ['demo', '--page'], { env: { ...process.env, BROWSER: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (bytes) => { said += bytes; });
  let link;
  await until('the link is printed', () => { link = /http:\/\/127\.0\.0\.1:\d+\/login\?token=\S+/.exec(said)?.[0]; return link; });
  browser = await launch();
  const page = await tab(browser);
  await page.goto(link);
  await page.locator('.thread-row').first().click();
  await page.getByRole('log').getByText('test.sh passes').waitFor();
  await page.locator('body').press('Escape');
  await page.getByRole('button', { name: 'New thread' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('What does this program do?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('log').getByText('What you can try here').waitFor();
  await page.getByText(/^Worked /).waitFor();
  assert.equal(await page.getByRole('log').getByText('I am a script').count(), 0, 'the turn ends with its report');
  await picture(page, 'demo');
  await page.getByRole('textbox', { name: 'Message' }).fill('And now?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('log').getByText('I am a script').waitFor();
  assert.deepEqual(page.troubles, []);
  const gone = new Promise((resolve) => demo.once('exit', resolve));
  demo.kill('SIGTERM');
  await gone;
});
