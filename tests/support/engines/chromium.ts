import { chromium, type Page } from 'playwright';
import { leanLaunch } from '../browser/browser.ts';
import { PATIENCE_MS, PHONE_SIZE, type Driver } from './driver.ts';

/** A Chromium of any version since 106, driven by Playwright like all other browser tests. */
export async function startChromium(executablePath: string): Promise<Driver> {
  const browser = await chromium.launch(leanLaunch(executablePath));
  const context = await browser.newContext({ viewport: PHONE_SIZE, hasTouch: true, isMobile: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  let page: Page = await context.newPage();
  const ids = new Map<Page, string>();
  const idOf = (open: Page) => {
    if (!ids.has(open)) ids.set(open, String(ids.size));
    return ids.get(open)!;
  };
  const fieldOf = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true }).first();
  return {
    open: async (url) => void (await page.goto(url)),
    run: (inPage, ...args) => page.evaluate(`(${inPage.toString()})(...${JSON.stringify(args)})`),
    tap: (role, name) => page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().tap(),
    fill: (label, text) => fieldOf(label).fill(text),
    choose: async (label, option) => void (await fieldOf(label).selectOption({ label: option })),
    attach: (label, file) => fieldOf(label).setInputFiles(file),
    press: (key) => page.keyboard.press(key),
    back: async () => void (await page.goBack()),
    window: () => Promise.resolve(idOf(page)),
    windows: () => Promise.resolve(context.pages().map(idOf)),
    switchTo(id) {
      page = context.pages().find((open) => idOf(open) === id)!;
      return Promise.resolve();
    },
    problems: () => problems,
    async forget() {
      await context.clearCookies();
      await page.goto('about:blank');
      problems.length = 0;
    },
    end: () => browser.close(),
  };
}
