import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { allSent } from '../../support/outside/mails.ts';
import { idsOf, ordersOfCheckout } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { DEMO_LOCALES } from '../../support/texts/demo-languages.ts';
import { wordsOf } from '../../support/texts/html.ts';

let own: PayingShop;
let smtp: MailServer;
let ana: Buyer;
const numbers: Record<string, string> = {};

const recall = (...args: string[]) => shopHere(['recall', ...args], own.env);
const mailed = async () => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ messageId }) => messageId?.startsWith('<recall-'));
};

/** A paid order in a language, packed with these lots. */
async function buy(name: string, code: string, languageLocale: string, lots: string[], quantity = 1): Promise<void> {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx))[code] ?? 0, quantity }], { languageLocale });
  await own.paypal.approve(begun.paypalOrderId);
  numbers[name] = (await ana.capture(begun.checkoutId)).orderNumber;
  if (lots.length > 0)
    await shopHere(['orders', 'pack', numbers[name], ...lots.flatMap((lot) => ['--lot', `${code}=${lot}`])], own.env);
}

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({ SMTP_URL: smtp.url });
  ana = await newBuyer(own.ctx, own.server.url);
  await buy('bad', 'AGUA', 'de-DE', ['L1', 'L2']);
  await buy('good', 'AGUA', 'de-DE', ['L2']);
  await buy('unknown', 'AGUA', 'pt-BR', []);
  await buy('english', 'AGUA', 'en-US', ['L1']);
  await buy('other', 'GUARANA', 'de-DE', ['L1']);
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

it('a recall lists the affected buyers before any mail is sent', async () => {
  const { code, stdout } = await recall('AGUA', '--lot', 'L1');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`${numbers.bad}  not_with_carrier.*1 units  L1  L2\\n`));
  expect(stdout).toMatch(new RegExp(`${numbers.english}  not_with_carrier.*1 units  L1\\n`));
  expect(stdout).toMatch(new RegExp(`${numbers.unknown} .*no lot noted`));
  expect(stdout).not.toContain(numbers.good);
  expect(stdout).not.toContain(numbers.other);
  expect((await recall('AGUA')).stdout).toContain('4 orders.');
  expect(await recall('NONE')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No product has the code NONE.'),
  });
});

it('a recall refuses an empty lot, and reads code and lot in any spelling', async () => {
  const long = Array.from({ length: 40 }, (_, index) => `L${index + 1000}`).join();
  expect(await recall('AGUA', '--lot', long)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--lot is longer than 200'),
  });
  for (const lot of ['', ' ', '-'])
    expect(await recall('AGUA', '--lot', lot)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--lot contains no lot.'),
    });
  expect((await recall('agua', '--lot', 'Lot l 1')).stdout).toContain('3 orders.');
});

it('a recall finds a lot in any spelling, and parcels whose lot may be affected', async () => {
  const spellings = ['L2207', 'l2207', 'L 2207', 'L2207, L2311', 'Lot L2207'];
  for (const lot of spellings) await buy(`noted ${lot}`, 'GUARANA', 'de-DE', [lot]);
  await buy('short', 'GUARANA', 'de-DE', ['2207']);
  await buy('another', 'GUARANA', 'de-DE', ['L2311']);
  const { stdout } = await recall('GUARANA', '--lot', 'L2207');
  for (const lot of spellings) expect(stdout).toMatch(new RegExp(`${numbers[`noted ${lot}`]} .*  ${lot}\\n`));
  expect(stdout).toMatch(new RegExp(`${numbers.short} .*2207  lot unclear`));
  expect(stdout).not.toContain(numbers.another);
});

it('a recall leaves out units that never left the shop, and includes units refunded later', async () => {
  for (const name of ['refunded here', 'refunded later', 'partly here'])
    await buy(name, 'MATE', 'de-DE', name.startsWith('partly') ? ['L9'] : [], 2);
  await shopHere(['orders', 'hand-over', numbers['refunded later']!], own.env);
  for (const name of ['refunded here', 'refunded later'])
    await shopHere(['orders', 'refund', numbers[name]!, '--yes'], own.env);
  await shopHere(['orders', 'refund', numbers['partly here']!, '--line', 'MATE=1', '--yes'], own.env);
  // The unit may still be in the packed parcel.
  await buy('packed with others', 'MATE', 'de-DE', ['L9'], 2);
  await shopHere(['orders', 'refund', numbers['packed with others']!, '--line', 'MATE=1', '--yes'], own.env);
  await shopHere(['orders', 'hand-over', numbers['packed with others']!], own.env);
  const { stdout } = await recall('MATE');
  expect(stdout).toMatch(new RegExp(`${numbers['packed with others']}  with_carrier .*2 units  L9`));
  expect(stdout).not.toContain(numbers['refunded here']);
  expect(stdout).toMatch(new RegExp(`${numbers['refunded later']}  refunded .*2 units`));
  expect(stdout).toMatch(new RegExp(`${numbers['partly here']}  not_with_carrier .*1 units  L9`));
});

const TEXTS = ['--de', 'Glassplitter in der Dose.', '--pt', 'Cacos de vidro na lata.', '--en', 'Glass in the can.'];
const DANGER = { 'de-DE': TEXTS[1]!, 'pt-BR': TEXTS[3]!, 'en-US': TEXTS[5]! };
const page = async (locale: keyof typeof DANGER) =>
  (await fetch(`${own.server.url}${LOCALES[locale].prefix}/recalls`)).text();

it('a recall requires the danger in each language without playing it down, and a confirmation', async () => {
  expect((await recall('AGUA', '--lot', 'L1', ...TEXTS.slice(0, 4), '--yes')).stderr).toContain('--en is missing.');
  const belittling = [...TEXTS.slice(0, 4), '--en', 'A voluntary recall.'];
  expect((await recall('AGUA', '--lot', 'L1', ...belittling, '--yes')).stderr).toContain(
    '"voluntary" makes the danger look smaller',
  );
  expect((await recall('AGUA', '--lot', 'L1', ...TEXTS)).code).toBe(2);
  expect(await mailed()).toEqual([]);
  expect(await page('en-US')).toContain(translator('en-US')('recall:none'));
});

it('a recalled product is refused at once in an existing cart, by the checkout and by an open payment', async () => {
  const lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }];
  const open = await ana.begin(lines);
  await own.paypal.approve(open.paypalOrderId);
  const { stdout } = await recall('AGUA', '--lot', 'L1', ...TEXTS, '--yes');
  expect(stdout).toContain('The buyers of 3 orders get a mail, each once.');
  expect(stdout).toContain('npm run shop -- recall AGUA --lot L1 --undo');
  const { body } = await postCart(own.server.url, { lines });
  expect(body).toMatchObject({
    problems: [{ code: 'sale_locked' }],
    lines: [{ product: { recalled: true } }],
    subtotal: 0,
  });
  expect((await ana.tryBegin(lines)).body).toMatchObject({ code: 'sale_locked' });
  expect((await ana.tryCapture(open.checkoutId)).body).toMatchObject({ code: 'sold_out' });
  expect((await own.paypal.order(open.paypalOrderId)).captures).toEqual([]);
  expect(await ordersOfCheckout(own.ctx, open.checkoutId)).toEqual([]);
});

it.each(DEMO_LOCALES)(
  'the public recall page names in %s the product, the reason and what to do, and every page links to it',
  async (locale) => {
    const t = translator(locale);
    const words = wordsOf(await page(locale));
    const texts = ['title', 'stop', 'ask', 'share', 'form'].map((key) => t(`recall:${key}` as 'recall:title'));
    for (const text of [t('recall:subject', { product: 'Água de Coco' }), 'L1', DANGER[locale], ...texts])
      expect(words).toContain(text);
    const elsewhere = await (await fetch(`${own.server.url}${LOCALES[locale].prefix}/withdrawal`)).text();
    expect(elsewhere).toContain(`href="${LOCALES[locale].prefix}/recalls"`);
  },
);

it('buyers of a recalled lot or an unknown lot are mailed once, each in the language of the order', async () => {
  await recall('AGUA', '--lot', ' lot l-1', ...TEXTS, '--yes');
  const mails = await mailed();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Product safety recall: Água de Coco',
    'Produktsicherheitsrückruf: Água de Coco',
    'Recall por segurança do produto: Água de Coco',
  ]);
  const german = mails.find(({ subject }) => subject?.startsWith('Produkt'));
  for (const text of [
    numbers.bad!,
    'L1',
    'Glassplitter in der Dose.',
    'nicht mehr',
    'Erstatt|erstatten',
    'Ersatz',
    '/de/recalls#recall-AGUA',
  ])
    expect(german?.text).toMatch(new RegExp(text));
});

it('a recalled product is sold again with or without the notice, and stays locked during earlier imports', async () => {
  const isRefused = async () => {
    const { body } = await postCart(own.server.url, {
      lines: [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }],
    });
    return body.problems.some(({ code }) => code === 'sale_locked');
  };
  await own.stock([{ cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '5.49' }], {}, { partial: true });
  expect(await isRefused()).toBe(true);
  expect(await recall('AGUA', '--undo')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no such recall.'),
  });
  expect((await recall('AGUA', '--lot', 'L1', '--sell-again')).stdout).toContain('The notice stays public.');
  expect(await isRefused()).toBe(false);
  expect(await page('de-DE')).toContain(DANGER['de-DE']);
  expect((await recall()).stdout).toContain('L1  public, sold again');
  const { stdout } = await recall('AGUA', '--lot', 'L 1', ...TEXTS, '--yes');
  expect(stdout).toContain("recall AGUA --lot 'L 1' --undo");
  expect(await isRefused()).toBe(true);
  expect((await recall('AGUA', '--lot', 'L1', '--undo')).stdout).toContain('The notice is gone.');
  expect(await isRefused()).toBe(false);
  expect(await page('de-DE')).not.toContain(DANGER['de-DE']);
});
