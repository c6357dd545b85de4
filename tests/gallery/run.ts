/**
 * `npm run gallery`: every type of page in every language and width as pictures on one HTML page,
 * `.test/gallery/index.html`. `--documents` takes the pictures of README.md and docs/desk.md anew instead.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import sharp from 'sharp';
import { MAX_UNITS } from '#src/features/cart/cart.ts';
import { pictureStem, PRODUCT_PICTURE } from '#src/features/catalogue/server/media.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { cartLine, startWithCart } from '../support/browser/cart-browser.ts';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/browser.ts';
import buildSite from '../support/shops/build-site.ts';
import { expectPlaced, openCart, order } from '../support/browser/checkout-browser.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { PAGE_TYPES } from '../support/browser/page-types.ts';
import { decideInWindow } from '../support/browser/paypal-window.ts';
import { copyShop, type ShopCopy } from '../support/shops/shop-copy.ts';
import { enterAs, newCustomer } from '../support/people/sign-in.ts';
import { FOLDER as DOCUMENTS, PICTURES, picturedShop, WORDS, wordsNow } from './document-pictures.ts';
import { galleryPage, type Shot } from './gallery-page.ts';

interface Options {
  only: string[];
  locales: Locale[];
  widths: number[];
  dark?: boolean;
  documents?: boolean;
}

interface Scene {
  name: string;
  path: string;
  signedIn?: boolean;
  filledCart?: boolean;
  /** What a shopper does before the picture is taken. */
  act?: (page: Page, locale: Locale) => Promise<void>;
}

const FOLDER = path.resolve('.test/gallery');

const SCENES: Scene[] = [
  ...PAGE_TYPES.map(({ name, path: address }) => ({ name, path: address })),
  { name: 'filled cart', path: '/cart', filledCart: true },
  { name: 'order form', path: '/cart#checkout', filledCart: true, signedIn: true, act: awaitCheckout },
  { name: 'checkout login', path: '/cart#checkout', filledCart: true, act: awaitCheckout },
  { name: 'invoice address', path: '/cart#checkout', filledCart: true, act: (page) => openWish(page, 'billing') },
  {
    name: 'note and present',
    path: '/cart#checkout',
    filledCart: true,
    async act(page) {
      await openWish(page, 'note');
      await page.locator('.checkout-wishes [type=checkbox]').check();
    },
  },
  { name: 'own data', path: '/update-client', signedIn: true },
  { name: 'password change', path: '/password_change', signedIn: true },
  { name: 'purchases, none', path: '/previous-purchases', signedIn: true },
  { name: 'order', path: '/', filledCart: true, signedIn: true, act: orderByHand },
  {
    name: 'purchases',
    path: '/',
    filledCart: true,
    signedIn: true,
    async act(page, locale) {
      await orderByHand(page, locale);
      await page.goto(localised(locale, pages.previousPurchases()));
    },
  },
  { name: 'refused form', path: '/register', act: (page) => page.locator('.form[data-ready] [type=submit]').click() },
  {
    name: 'open menu',
    path: '/',
    async act(page) {
      const menu = page.locator('.header-menu');
      if (await menu.isVisible()) await menu.click();
      await page.locator('.nav summary').first().click();
    },
  },
  {
    name: 'suggestions',
    path: '/',
    async act(page) {
      await page.locator('#q').fill('ch');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'account menu', path: '/', signedIn: true, act: (page) => page.locator('.user > button').click() },
  { name: 'added', path: `/product/${DEMO.beans.slug}`, act: (page) => page.locator('article .add').click() },
  {
    name: 'warning',
    path: `/product/${DEMO.beans.slug}`,
    async act(page) {
      for (let unit = 0; unit <= MAX_UNITS; unit++) await page.locator('article .add').click();
    },
  },
];

/** The checkout comes after the cart has its prices: a picture that is measured before would be cut at its foot. */
async function awaitCheckout(page: Page): Promise<void> {
  await page.locator('.checkout-wish-links button').waitFor();
}

/** Opens the fields behind the one link to wishes. */
async function openWish(page: Page, part: 'billing' | 'note'): Promise<void> {
  await page.locator('.checkout-wish-links button').click();
  await page.locator(`[data-part=${part}]`).click();
  await page.locator('.checkout-wishes [role=group]').waitFor();
}

async function orderByHand(page: Page, locale: Locale): Promise<void> {
  const t = translator(locale);
  await openCart(page, prefixOf(locale), t);
  await decideInWindow(await order(page, t), t('emulator:approve'));
  await expectPlaced(page, t);
}

const prefixOf = (locale: Locale) => LOCALES[locale].prefix;

async function openContext(
  browser: Browser,
  shop: ShopCopy,
  scene: Scene,
  locale: Locale,
  width: number,
  dark: boolean,
) {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width, height: width < 700 ? 740 : 900 },
    hasTouch: width < 700,
    locale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await showOwnPictures(context);
  if (scene.signedIn) await enterAs(context, shop, await newCustomer(shop));
  return context;
}

/** The products' own drawings, because all products of the test site share the encoded files of one picture. */
async function showOwnPictures(context: BrowserContext): Promise<void> {
  const drawings = new Map(
    globSync('src/content/catalogue/**/*.svg').map((file) => {
      const source = readFileSync(file);
      return [pictureStem(source, PRODUCT_PICTURE), source];
    }),
  );
  await context.route('**/media/*', (route) => {
    const body = drawings.get(/media\/([0-9a-f]{12})/.exec(route.request().url())?.[1] ?? '');
    return body ? route.fulfill({ body, contentType: 'image/svg+xml' }) : route.continue();
  });
}

async function shoot(context: BrowserContext, shop: ShopCopy, scene: Scene, locale: Locale, file: string) {
  const page = await context.newPage();
  if (scene.filledCart)
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2), cartLine(shop.idOf(DEMO.can.slug), 3, 1.5)]);
  // Until the network is idle: lists and the end of a session, for instance, come after the page has loaded.
  await page.goto(localised(locale, scene.path), { waitUntil: 'networkidle' });
  await scene.act?.(page, locale);
  await loadPictures(page);
  // The cart and forms, once their islands answer; a gallery shows what there is when they don't.
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('[aria-busy="true"]:not([hidden]), .form:not([data-ready])')].every(
          (waiting) => waiting.closest('details:not([open])') !== null,
        ),
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => undefined);
  await page.screenshot({ path: path.join(FOLDER, file), fullPage: true, type: 'jpeg', quality: 70 });
  await page.close();
}

/** Loads what comes late, such as pictures below the fold. */
async function loadPictures(page: Page): Promise<void> {
  await page.mouse.wheel(0, 1); // what comes with the page's first use, such as delivery dates
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    // The picture shows the whole page, of which the browser has not yet drawn what is far below the window.
    for (const element of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    await document.fonts.ready;
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
  });
}

/** Takes the documents' pictures, and records the words of their pages. */
async function takeDocumentPictures(): Promise<void> {
  await buildSite();
  const shop = await picturedShop();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    for (const { name, path: of, window, width } of PICTURES) {
      const context = await browser.newContext({
        baseURL: shop.copy.url,
        viewport: window,
        deviceScaleFactor: width / window.width,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      await context.addCookies(
        [...shop.owner.cookies].map(([key, value]) => ({ name: key, value, url: shop.copy.url })),
      );
      await showOwnPictures(context);
      const page = await context.newPage();
      await page.goto(of(shop.order), { waitUntil: 'load' });
      await loadPictures(page);
      const file = path.join(DOCUMENTS, `${name}.webp`);
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(file);
      await context.close();
      process.stdout.write(`${file}\n`);
    }
    writeFileSync(WORDS, `${JSON.stringify(await wordsNow(shop), null, 2)}\n`);
  } finally {
    await browser.close();
    await shop.copy.stop();
  }
}

async function run({ only, locales, widths, dark = false, documents = false }: Options): Promise<void> {
  if (documents) return takeDocumentPictures();
  const scenes = SCENES.filter(({ name }) => only.some((text) => name.includes(text)));
  if (scenes.length === 0)
    throw new Error(`No page is called “${only.join(', ')}”. There are: ${SCENES.map(({ name }) => name).join('; ')}`);
  await buildSite();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const shop = await copyShop();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  const shots: Shot[] = [];
  try {
    for (const scene of scenes)
      for (const locale of locales)
        for (const width of widths) {
          const file = `${scene.name.replace(/\W+/g, '-')}.${locale}.${width}.jpg`;
          const context = await openContext(browser, shop, scene, locale, width, dark);
          await shoot(context, shop, scene, locale, file);
          await context.close();
          shots.push({ file, scene: scene.name, locale, width });
          process.stderr.write(`\r${shots.length} of ${scenes.length * locales.length * widths.length} `);
        }
  } finally {
    await browser.close();
    await shop.stop();
  }
  writeFileSync(path.join(FOLDER, 'index.html'), galleryPage(shots));
  process.stderr.write('\n');
  process.stdout.write(`${path.join(FOLDER, 'index.html')}\n`);
}

const list = (text: string) => text.split(',');

new Command('gallery')
  .option('--only <list>', 'pages whose names have one of these in them', list, [''])
  .option('--locales <list>', 'languages', (text) => list(text) as Locale[], [...LOCALE_CODES])
  .option('--widths <list>', 'in px', (text) => list(text).map(Number), [360, 768, 1440])
  .option('--documents', 'takes the pictures of README.md and docs/desk.md anew, and nothing else')
  .option('--dark', 'as who prefers dark colours sees them')
  .action(run)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
