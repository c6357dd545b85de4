import { appendFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sanitizeHtml from 'sanitize-html';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { NAMESPACES, writtenTexts } from '#src/i18n/translate.ts';
import { recallProduct, type Hazard } from '#src/features/recall/server/recall.service.ts';
import { isFixedText } from '#src/settings/shop-yaml/terms-and-texts.ts';
import { CURRENT } from '#src/site/site-record.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { changeContent, writeContent } from '../../support/shops/own-content.ts';
import { PAGE_TYPES } from '../../support/browser/page-types.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { reuseBundle, runNode, TEST_ROOT } from '../../support/shops/site.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';

/** Ends a script, a title and an attribute. Whatever lets it through makes an element of it. */
const HOLE = `</script></title>"'><b data-hole>`;
const CELL = `"${HOLE.replaceAll('"', '""')}"`;

/** Texts that a shop may word in its own way. */
const keysOf = (tree: object, before: string): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${before}${name}`] : keysOf(value as object, `${before}${name}.`),
  );
/** `npm test` gives each text in one language, because reading a few thousand takes seconds. */
const ownTexts = LOCALE_CODES.map((locale, index) => {
  const keys = NAMESPACES.filter((name) => !['desk', 'products', 'emulator'].includes(name)).flatMap((name) =>
    keysOf(writtenTexts[locale][name], `${name}:`),
  );
  const own = keys.filter((key, at) => !isFixedText(key) && (isWholeMatrix || at % LOCALE_CODES.length === index));
  const lines = own.map((key) => `    ${key}: ${JSON.stringify(HOLE)}\n`);
  return `  ${locale}:\n${lines.join('')}`;
});

/** Elements that the text became. A parser, because attributes and scripts may hold the text itself. */
function holesIn(html: string): string[] {
  // Parsing takes a tenth of a second. Without these characters in the page, there can be no such element.
  if (!/<b\s+data-hole/i.test(html)) return [];
  const found: string[] = [];
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => void ('data-hole' in attributes && found.push(name)),
  });
  return found;
}

function writeOwnTexts(folder: string): void {
  const texts = /^texts:\n(?: .*\n)+/m.exec(readFileSync(path.join(folder, 'shop.yaml'), 'utf8'))![0];
  changeContent(folder, 'shop.yaml', texts, `texts:\n${ownTexts.join('')}`);
}

let own: StockedShop;
let paypal: RunningEmulator;
let server: RunningShop;
let content: string;
let env: Record<string, string>;

beforeAll(async () => {
  paypal = await startEmulator();
  own = await stockedShop(
    [
      {
        cod_catalog: 'AGUA',
        product_name: `Água ${HOLE}`,
        slug: 'agua',
        brand: HOLE,
        subtitle_de: HOLE,
        ingredients_de: HOLE,
        real_price: '9.00',
      },
    ],
    { 'categories.csv': `slug,group,label_pt,label_de,label_en\nbebidas,food,${CELL},${CELL},${CELL}\n` },
    { PAYPAL_API_BASE: paypal.url, TRUST_PROXY: '1' },
  );
  content = path.join(own.env.DATA_DIR!, 'content');
  writeContent(content, { "'[Firmenname]'": JSON.stringify(HOLE), 'name: Vitrine': `name: ${JSON.stringify(HOLE)}` });
  if (isWholeMatrix) writeOwnTexts(content);
  for (const file of globSync(path.join(content, 'legal/*-*.md')))
    appendFileSync(file, `\n## ${HOLE}\n\n${HOLE} <img src="cid:x.svg">\n\n<form>a</form>\n`);
  changeContent(content, 'slides/slides.csv', 'Brasilien in Ihrer Küche', CELL);
  appendFileSync(path.join(content, 'search/synonyms.csv'), `${CELL},agua,\n`);
  await recallProduct(
    own.ctx,
    { code: 'AGUA', lot: 'L1' },
    Object.fromEntries(LOCALE_CODES.map((locale) => [locale, HOLE])) as Hazard,
  );
  mkdirSync(TEST_ROOT, { recursive: true });
  env = { CONTENT_DIR: content, DIST_DIR: mkdtempSync(path.join(TEST_ROOT, 'dist-')) };
  shareSlides({ ...own.env, ...env });
  if (!isWholeMatrix) reuseBundle(env.DIST_DIR!);
  const { code, stderr } = await runNode(['src/cli/build.ts'], {
    ...own.env,
    ...env,
    ...(!isWholeMatrix && { PAYPAL_API_BASE: '' }),
  });
  if (code !== 0) throw new Error(stderr);
  // Scripts contain these texts, so that a build would bundle them first. The server reads its build's copy.
  if (!isWholeMatrix)
    for (const folder of [content, path.join(env.DIST_DIR!, CURRENT, 'content')]) writeOwnTexts(folder);
  server = await own.serve(env);
}, 420_000);
afterAll(async () => {
  await own?.dispose();
  await paypal?.stop();
  if (env) rmSync(env.DIST_DIR!, { recursive: true, force: true });
});

it('text of an owner never becomes an element of a shop page', async () => {
  const built = globSync(path.join(env.DIST_DIR!, 'current/client/**/*.html'));
  expect(built.length).toBeGreaterThan(60);
  const open = Object.fromEntries(
    built.map((file) => [file, holesIn(readFileSync(file, 'utf8'))]).filter(([, found]) => found!.length > 0),
  );
  expect(open).toEqual({});
  // The shop's own texts are there, not only its name.
  const search = await (await fetch(`${server.url}/search`)).text();
  expect(search.split('&lt;b data-hole').length).toBeGreaterThan(15);
  for (const { path: page } of [
    ...PAGE_TYPES,
    { path: '/product/agua' },
    { path: '/recalls' },
    { path: '/search/agua' },
  ])
    for (const { prefix } of Object.values(LOCALES)) {
      const html = await (await fetch(server.url + prefix + page)).text();
      expect(holesIn(html), prefix + page).toEqual([]);
    }
});

it('text of an owner never becomes an element of a desk page', async () => {
  const owner = await newStaff(own.ctx, server.url, 'ana@example.org', 'owner');
  for (const room of [
    '',
    '/products',
    '/products/AGUA',
    '/products/AGUA/preview',
    '/products/categories',
    '/publish',
    '/texts',
    '/texts/slides',
    '/texts/own?q=data-hole',
  ])
    expect(holesIn((await owner.get(`/desk${room}`)).html), room).toEqual([]);
  for (const page of ['withdrawal', 'terms-conditions']) {
    const form = await owner.get(`/desk/texts/legal/${page}/de-DE`);
    expect(holesIn(form.html), page).toEqual([]);
    const preview = await owner.post(`/desk/texts/legal/${page}/de-DE/preview`, {
      title: HOLE,
      description: HOLE,
      updated: '2999-01-01',
      markdown: HOLE,
    });
    expect(preview.status).toBe(200);
    expect(holesIn(preview.html), page).toEqual([]);
  }
});

it('text of an owner never becomes an element of a mail, and each confirmation is sent', async () => {
  for (const languageLocale of LOCALE_CODES) {
    const ana = await newBuyer(own.ctx, server.url);
    const { AGUA } = await idsOf(own.ctx);
    await own.ctx.db.read.updateTable('products').set({ withdrawn_at: null, sale_locked: 0 }).execute();
    const begun = await ana.begin([{ productId: AGUA!, quantity: 1 }], { languageLocale });
    await paypal.approve(begun.paypalOrderId);
    await ana.capture(begun.checkoutId);
    const mail = await lastMailTo(own.ctx, ana.email);
    expect(mail.html).toContain('&lt;b data-hole');
    expect(holesIn(mail.html ?? '')).toEqual([]);
  }
});

it('the content check names the tags and exits with a failure', async () => {
  const { code, stdout } = await shopHere(['legal', 'check'], { ...own.env, ...env });
  expect(code).toBe(1);
  expect(stdout).toContain(`${path.join(content, 'legal/impressum.de-DE.md')}: <b> <img> <form>`);
  expect(stdout).toMatch(/de-DE cart:\w+: <\/script> <\/title> <b>/);
});
