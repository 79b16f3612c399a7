// Every screen of a real server, in both themes and at phone width: no serious finding of axe, nothing wider than the screen, a picture of each.
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { axeFindings, launch, picture, tab } from '../browser.mjs';
import { startScenes } from '../scenes.mjs';

let browser, scenes;
before(async () => { [scenes, browser] = await Promise.all([startScenes(), launch()]); });
after(async () => { await browser?.close(); await scenes?.end(); });

const PANES = ['review', 'plan', 'checkpoints', 'agents', 'flow', 'inspector', 'usage'];
const SCREENS = [['home', ''], ['thread', 't/prices'], ...PANES.map((pane) => [pane, `t/prices?pane=${pane}`]), ['waiting', 't/docs'], ['failed', 't/failed'], ['empty', 't/empty'], ['inbox', 'inbox'], ['new', 'new'],
  ['settings', 'settings'], ['server', 'settings?tab=server'], ['doctor', 'settings?tab=doctor'], ['log', 'settings?tab=log'], ['missing', 't/none']];
const LOOKS = { light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };

/** A path with the name of a scene's thread in it. */
const address = (path) => scenes.url() + path.replace(/^t\/(\w+)/, (all, name) => `t/${scenes.ids[name] ?? name}`);

async function open(how = {}) {
  const page = await tab(browser, { reducedMotion: 'reduce', ...how });
  await scenes.signIn(page);
  return page;
}

for (const [look, how] of Object.entries(LOOKS)) {
  test(`screens: ${look}`, async (t) => {
    const page = await open(how);
    for (const [name, path] of SCREENS) {
      await t.test(name, async () => {
        await page.goto(address(path));
        await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('.skeleton'));
        if (path.startsWith('t/') && name !== 'missing') await page.waitForSelector('[data-loaded=true]');
        if (path.includes('pane=')) await page.waitForFunction(() => !document.querySelector('.pane') || (document.querySelector('.pane-body > *') && !document.querySelector('.pane .skeleton')));
        await page.waitForFunction(() => !document.querySelector('.skeleton'));
        await page.evaluate(() => document.fonts.ready);
        await picture(page, `${name}-${look}`);
        assert.deepEqual(await axeFindings(page), []);
        const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= screen, `${wide} > ${screen}`);
        assert.deepEqual(page.troubles.splice(0), []);
      });
    }
    await page.context().close();
  });
}

const NAMES = {
  en: [['log', 'Timeline'], ['navigation', 'Threads'], ['status', 'Status'], ['textbox', 'Message'], ['button', 'Send'], ['button', 'Stop'], ['button', 'New thread'], ['region', 'Needs you'], ['button', 'Accept'], ['button', 'Accept for this thread'], ['button', 'Decline']],
  zh: [['log', '时间线'], ['navigation', '线程'], ['status', '状态'], ['textbox', '消息'], ['button', '发送'], ['button', '停止'], ['button', '新线程'], ['region', '需要你'], ['button', '允许'], ['button', '本线程内允许'], ['button', '拒绝']],
};
for (const [language, names] of Object.entries(NAMES)) {
  test(`the promised names, each once: ${language}`, async () => {
    const page = await open({ locale: language === 'zh' ? 'zh-CN' : 'en-US' });
    await page.goto(address('t/prices'));
    await page.locator('.ask').waitFor();
    for (const [role, name] of names) assert.equal(await page.getByRole(role, { name, exact: true }).count(), 1, `${role} ${name}`);
    await picture(page, `thread-${language}`);
    await page.goto(scenes.url());
    await page.locator('.home-line').first().waitFor();
    await picture(page, `home-${language}`);
    await page.context().close();
  });
}

test('theme and language can be switched, and are remembered', async () => {
  const page = await open();
  await page.goto(scenes.url() + 'settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.getByRole('radio', { name: '中文' }).click();
  await page.getByRole('heading', { name: '设置' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '设置' }).waitFor();
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.lang]), ['dark', 'zh-CN']);
  await page.context().close();
});
