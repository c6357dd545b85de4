import { chromium, type BrowserContext } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/browser.ts';
import { freePort } from '../support/outside/free-port.ts';
import { visit, type Visit } from './lighthouse.ts';

export type KeptVisit = (url: string) => Promise<Visit>;

/** A browser for Lighthouse visits. It has cookies and a cart, but no cached files of the shop. */
export async function keptBrowser(shop: string): Promise<{
  context: BrowserContext;
  /** Puts one unit of each of these products into the cart. */
  fillCart: (slugs: readonly string[]) => Promise<void>;
  visit: (url: string, throttling: 'simulate' | 'devtools') => Promise<Visit>;
  close: () => Promise<void>;
}> {
  const port = await freePort();
  const executablePath = await findChromium();
  const args = [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext('', { executablePath, args, locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    // A buyer with a cart has answered the banner. Otherwise it would appear late and be the cart page's largest text.
    await page.goto(`${shop}/robots.txt`);
    await page.evaluate(() => localStorage.setItem('cookieConsent', 'essential'));
    const devtools = await context.newCDPSession(page);
    return {
      context,
      async fillCart(slugs) {
        for (const slug of slugs) {
          await page.goto(`${shop}/product/${slug}`);
          const told = page.waitForResponse((response) => response.url().endsWith('/api/cart/'));
          await page.locator('.product .add').click();
          await (await told).finished();
        }
        await page.goto('about:blank');
      },
      async visit(url, throttling) {
        await devtools.send('Network.clearBrowserCache');
        await devtools.send('Storage.clearDataForOrigin', {
          origin: shop,
          storageTypes: 'service_workers,cache_storage',
        });
        return visit(url, { port, throttling });
      },
      close: () => context.close(),
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}
