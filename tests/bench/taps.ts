import { chromium, devices, type Browser, type Page } from 'playwright';
import { translator } from '#src/i18n/translate.ts';
import { pages } from '#src/shared/paths.ts';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/browser.ts';
import { cartLine, startWithCart } from '../support/browser/cart-browser.ts';
import { orderButton } from '../support/browser/checkout-browser.ts';
import { startShop } from '../support/shops/server.ts';
import { enterAs, newCustomer } from '../support/people/sign-in.ts';
import { TEST_ROOT } from '../support/shops/site.ts';
import { benchShop, mediaFolder } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { run } from './measure.ts';
import { number, table, tell } from './report.ts';
import { overSlowConnection } from './slow-connection.ts';

const CPU_SLOWDOWN = 4;
const PRODUCT = '/product/feijao-preto-tipo-1';
const LISTING = '/category/graos-e-farinaceos';
/** After the last request that a page makes by itself. The cart page's code is loaded 3 s after a tap. */
const SETTLED_MS = 2_000;
/**
 * The visitor has looked at a page in a foreign language; by then the browser's own language is prefetched
 * (src/shell/after-load.ts).
 */
const LOOKED_AROUND_MS = 5_000;
const CART_LOADED_MS = 6_000;

interface Shop {
  url: string;
  dataDir: string;
}

type Measure = (page: Page, shop: Shop) => Promise<number>;

/** How long taps on a slow phone wait for their effect: 4× slower CPU, slow 4G. */
export const benchTaps = (runs: number): Promise<string> =>
  inFolder(TEST_ROOT, async (folder) => {
    const env = benchShop(folder, mediaFolder(folder));
    tell('taps: importing and building the demo catalogue');
    await run(['src/cli/shop.ts', 'catalogue', 'import'], env);
    await run(['src/cli/build.ts'], env);
    const shop = await startShop({ ...env, DATABASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' });
    const end = undoLater(() => shop.process.kill('SIGKILL'));
    const connection = await overSlowConnection(shop.url);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
    try {
      return await measureAll(browser, { url: connection.url, dataDir: env.DATA_DIR }, runs);
    } finally {
      await browser.close();
      await connection.stop();
      await shop.stop();
      end();
    }
  });

const MEASURES: [name: string, measure: Measure, goal: string][] = [
  ['first tap on "add", product page at rest', (page) => tapAfter(page, PRODUCT, 'load', SETTLED_MS), '100'],
  ['first tap on "add", listing at rest', (page) => tapAfter(page, LISTING, 'load', SETTLED_MS), '100'],
  ['first tap on "add" as soon as the button is there', (page) => tapAfter(page, PRODUCT, 'commit', 0), ''],
  [
    'second tap, right after the first',
    async (page) => (await tapAfter(page, PRODUCT, 'load', SETTLED_MS), tap(page)),
    '100',
  ],
  ["a later tap, the cart page's code is loaded", laterTap, '100'],
  ['own language, as the first touch, product page', (page) => switchLanguage(page, PRODUCT, LOOKED_AROUND_MS), '300'],
  ['own language, as the first touch, listing', (page) => switchLanguage(page, LISTING, LOOKED_AROUND_MS), '300'],
  ['a language not fetched ahead yet, product page', (page) => switchLanguage(page, PRODUCT, SETTLED_MS), '300'],
  ['a language not fetched ahead yet, listing', (page) => switchLanguage(page, LISTING, SETTLED_MS), '300'],
  ['the order button, until the payment window is open', (page, shop) => order(page, shop, 'open'), ''],
  ['the order button, until the payment can be approved', (page, shop) => order(page, shop, 'ready'), ''],
];

async function measureAll(browser: Browser, shop: Shop, runs: number): Promise<string> {
  const rows: string[][] = [];
  for (const [name, measure, goal] of MEASURES) {
    tell(`taps: ${name}`);
    const times: number[] = [];
    for (let n = 0; n < runs; n++) {
      const context = await browser.newContext({ ...devices['Moto G4'], baseURL: shop.url, locale: 'de-DE' });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      times.push(await measure(page, shop));
      await context.close();
    }
    times.sort((a, b) => a - b);
    rows.push([name, number(times[(times.length - 1) >> 1]!), number(times.at(-1)!), goal]);
  }
  return table([`slow 4G, CPU ${CPU_SLOWDOWN}× slower, ${runs} runs each`, 'median ms', 'worst ms', 'goal ms'], rows);
}

async function tapAfter(page: Page, path: string, until: 'load' | 'commit', restMs: number): Promise<number> {
  await page.goto(path, { waitUntil: until });
  await page.locator('.add').first().waitFor();
  await page.waitForTimeout(restMs);
  return tap(page);
}

async function laterTap(page: Page): Promise<number> {
  await tapAfter(page, PRODUCT, 'load', SETTLED_MS);
  await page.waitForTimeout(CART_LOADED_MS);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('CheckoutCart')),
  );
  if (!loaded) throw new Error("the cart page's code is not loaded");
  return tap(page);
}

/** From the touch to the frame in which the button counts one more. */
async function tap(page: Page): Promise<number> {
  const answered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const button = document.querySelector('.add')!;
        const before = button.textContent;
        let touched = 0;
        addEventListener('pointerdown', (event) => (touched = event.timeStamp), { capture: true, once: true });
        new MutationObserver((_, observer) => {
          if (button.textContent === before) return;
          observer.disconnect();
          // After the frame, because the message is handled when the frame is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - touched);
            port2.postMessage('');
          });
        }).observe(button, { subtree: true, childList: true, characterData: true });
      }),
  );
  await page.locator('.add').first().tap();
  return answered;
}

/** From the touch on the German flag to the first frame of the whole German page. */
async function switchLanguage(page: Page, path: string, waitMs: number): Promise<number> {
  await page.context().addInitScript(() => {
    const keep = () => sessionStorage.setItem('drawn', String(performance.timeOrigin + performance.now()));
    let whole = false;
    const look = () => {
      const shown = !(document as { prerendering?: boolean }).prerendering;
      if (whole || !shown || document.readyState === 'loading') return;
      whole = true;
      requestAnimationFrame(() => setTimeout(keep));
    };
    for (const event of ['readystatechange', 'prerenderingchange']) document.addEventListener(event, look);
    look();
  });
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForTimeout(waitMs);
  await page.evaluate(() => {
    sessionStorage.removeItem('drawn');
    addEventListener(
      'pointerdown',
      (event) => sessionStorage.setItem('touched', String(performance.timeOrigin + event.timeStamp)),
      {
        capture: true,
      },
    );
  });
  await page.locator('.header-flags a[hreflang="de-DE"]').tap();
  await page.waitForURL(`/de${path}`);
  const { touched, drawn } = await page
    .waitForFunction(
      () =>
        sessionStorage.getItem('drawn') && {
          touched: sessionStorage.getItem('touched'),
          drawn: sessionStorage.getItem('drawn'),
        },
    )
    .then((handle) => handle.jsonValue() as Promise<{ touched: string; drawn: string }>);
  return Number(drawn) - Number(touched);
}

/** From the touch on the order button until PayPal's window (the emulator's) opens, or can be used. */
async function order(page: Page, shop: Shop, until: 'open' | 'ready'): Promise<number> {
  const t = translator('pt-BR');
  await enterAs(page.context(), shop, await newCustomer(shop));
  await page.goto('/');
  const id = await page.evaluate(async (slug) => {
    const answer = await fetch(`/api/slug/${slug}`);
    return ((await answer.json()) as { product: { id: number } }).product.id;
  }, PRODUCT.split('/').at(-1));
  await startWithCart(page, [cartLine(id)]);
  await page.goto(pages.cart(), { waitUntil: 'load' });
  await orderButton(page, t).waitFor();
  await page.waitForFunction(() => 'paypal' in window);
  await page.waitForTimeout(SETTLED_MS);
  const touched = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('pointerdown', (event) => resolve(performance.timeOrigin + event.timeStamp), {
          capture: true,
          once: true,
        }),
      ),
  );
  const opened = page.waitForEvent('popup');
  await orderButton(page, t).tap();
  const popup = await opened;
  if (until === 'ready')
    await popup.getByRole('button', { name: t('emulator:approve'), exact: true }).waitFor({ timeout: 60_000 });
  const now = performance.timeOrigin + performance.now();
  return now - (await touched);
}
