import { afterAll, beforeAll, expect, it } from 'vitest';
import { fallbackImage } from '#src/features/catalogue/pictures/picture.ts';
import { removeDraft } from '#src/features/editing/server/drafts.service.ts';
import { publish } from '#src/features/editing/server/publish.service.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

let own: PayingShop;
let owner: DeskVisitor;
let ana: Buyer;
let [sure, unclear, other, refunded]: string[] = [];

const NEW = '/desk/products/recalls/new';
const HAZARDS = {
  'hazard-de-DE': 'Glassplitter in der Dose.',
  'hazard-pt-BR': 'Cacos de vidro na lata.',
  'hazard-en-US': 'Glass in the can.',
};
const WISH = { code: 'agua', scope: 'lots', lots: 'L2207, l 2208', ...HAZARDS };

async function buy(lot: string): Promise<string> {
  const begun = await ana.begin([own.line('AGUA', 2)], { languageLocale: 'de-DE' });
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  if (lot) await owner.post(`/desk/packing/${orderNumber}`, { act: 'pack', 'lot-AGUA': lot });
  return orderNumber;
}

const recallMails = async () =>
  (await own.ctx.db.read.selectFrom('outbox').select('text').where('kind', '=', 'recall').execute()).map(
    ({ text }) => text,
  );
const isSold = async () => (await postCart(own.server.url, { lines: [own.line('AGUA')] })).body.problems.length === 0;

beforeAll(async () => {
  own = await payingShop();
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  ana = await newBuyer(own.ctx, own.server.url);
  [sure, unclear, other, refunded] = [await buy('l 2207'), await buy(''), await buy('L3100'), await buy('')];
  await shopHere(['orders', 'refund', refunded, '--yes'], own.env);
});
afterAll(() => own?.dispose());

it('the recall page is open to owners only', async () => {
  for (const [role, mail] of [
    ['packer', 'rui@example.org'],
    ['editor', 'eva@example.org'],
  ] as const) {
    const visitor = await newStaff(own.ctx, own.server.url, mail, role);
    for (const path of ['/desk/products/recalls', NEW, '/desk/products/recalls/AGUA'])
      expect((await visitor.get(path)).status).toBe(403);
    expect((await visitor.post(NEW, { ...WISH, confirmed: '2', current: STAFF_PASSWORD })).status).toBe(403);
    expect((await visitor.get('/desk/products')).html).not.toContain('/desk/products/recalls');
  }
  expect((await owner.get('/desk/products')).html).toContain('href="/desk/products/recalls"');
  expect((await owner.get('/desk/products/recalls')).text).toContain('No product has been recalled.');
});

it.each([
  [{ code: 'NADA' }, 'No product has this code'],
  [{ lots: ' - ' }, 'Type the lots as on the label'],
  // With a space after each comma the last lots would be cut off.
  [
    { lots: Array.from({ length: 33 }, (_, index) => `L22${index + 10}`).join() },
    'The list of lots is longer than 200 characters',
  ],
  [{ 'hazard-en-US': ' ' }, 'The danger is not described in every language yet. Missing: English'],
  [{ 'hazard-de-DE': 'Ein vorsorglicher Rückruf.' }, '“vorsorglicher” plays the danger down'],
])('the recall form refuses %j, and keeps the typed text', async (wrong, problem) => {
  const refused = await owner.post(NEW, { ...WISH, ...wrong, confirmed: '2', current: STAFF_PASSWORD });
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining(problem) });
  const marked = [...refused.html.matchAll(/name="([^"]+)"[^>]* aria-describedby="field-([^ "]+)-mistake/g)];
  expect(marked.map(([, name, id]) => [name, id])).toEqual(Object.keys(wrong).map((name) => [name, name]));
  expect(refused.html).toContain('Cacos de vidro na lata.');
  expect(await isSold()).toBe(true);
});

it('the recall page shows the affected buyers before any action', async () => {
  const { text, html } = await owner.post(NEW, WISH);
  expect(text).toContain('2 affected orders · 4 units');
  expect(text).toMatch(new RegExp(`${sure} .*l 2207 Affected`));
  expect(text).toMatch(new RegExp(`${unclear} .*No lot noted`));
  for (const number of [other, refunded]) expect(text).not.toContain(number);
  expect(html).toContain('name="confirmed" value="2"');
  expect(await isSold()).toBe(true);
  expect(await recallMails()).toEqual([]);
});

it('a recall after the password stops the sale, publishes a notice, mails each buyer and holds parcels', async () => {
  const confirmed = { ...WISH, confirmed: '2' };
  const wrong = await owner.post(NEW, { ...confirmed, current: 'Wrong-Password!1' });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toMatch(/name="current"[^>]* aria-describedby="field-current-mistake [^"]*" aria-invalid="true"/);
  expect((await owner.post(NEW, { ...confirmed, confirmed: '1', current: STAFF_PASSWORD })).text).toContain(
    'Check the list again',
  );
  expect(await isSold()).toBe(true);
  const { location } = await owner.post(NEW, { ...confirmed, current: STAFF_PASSWORD });
  expect(location).toBe('/desk/products/recalls/AGUA?lot=L2207%2C%20l%202208&done=recalled');
  const page = await owner.get(location);
  for (const text of ['The product is recalled', 'Public, not sold', 'ana@example.org recalled the product'])
    expect(page.text).toContain(text);
  // On a busy machine the shop's job may send some before the page is made.
  expect(page.text).toMatch(/(?:0 sent, 2 waiting|1 sent, 1 waiting|2 sent, 0 waiting), 0 not delivered/);
  expect(await isSold()).toBe(false);
  const mails = await recallMails();
  expect(mails).toHaveLength(2);
  for (const mail of mails)
    for (const text of ['L2207, l 2208', 'Glassplitter in der Dose.']) expect(mail).toContain(text);
  expect(await (await fetch(`${own.server.url}/de/recalls`)).text()).toContain('Glassplitter in der Dose.');
  expect((await owner.get(`/desk/packing/${unclear}`)).text).toContain('A product in this order has been recalled');
  await setProduct(own.ctx, 'AGUA', { picture: 'agua' });
  const list = await owner.get('/desk/products/recalls');
  expect(list.text).toMatch(/Água de Coco AGUA L2207, l 2208 .* Public, not sold/);
  expect(list.html).toContain(fallbackImage('agua'));
});

it('a changed recall text mails nobody twice', async () => {
  const path = '/desk/products/recalls/new?code=AGUA&lot=L2207%2C%20l%202208';
  const { html } = await owner.get(path);
  for (const text of Object.values(HAZARDS)) expect(html).toContain(text);
  const again = {
    ...WISH,
    lots: 'L2208; lot L2207',
    'hazard-de-DE': 'Glassplitter im Getränk.',
    confirmed: '2',
    current: STAFF_PASSWORD,
  };
  expect((await owner.post(path, again)).location).toContain('lot=L2207%2C%20l%202208&done=recalled');
  expect(await recallMails()).toHaveLength(2);
  expect(await (await fetch(`${own.server.url}/de/recalls`)).text()).toContain('Glassplitter im Getränk.');
});

it('a product can be sold again and a mistaken recall undone, each after the password', async () => {
  const path = '/desk/products/recalls/AGUA?lot=L2207%2C%20l%202208';
  const refused = await owner.post(path, { act: 'sellAgain', current: 'no' });
  expect(refused.status).toBe(400);
  expect(refused.html.match(/aria-describedby="[^"]*-mistake"/g)).toEqual([
    'aria-describedby="field-current-sellAgain-mistake"',
  ]);
  expect((await owner.post(path, { act: 'sellAgain', current: STAFF_PASSWORD })).location).toContain(
    'done=saleResumed',
  );
  expect(await isSold()).toBe(true);
  expect((await owner.get(path)).text).toContain('Public, sold again');
  expect((await owner.post(path, { act: 'undo', current: STAFF_PASSWORD })).location).toContain('done=recallUndone');
  expect(await (await fetch(`${own.server.url}/de/recalls`)).text()).not.toContain('Glassplitter');
  expect((await owner.post(path, { act: 'undo', current: STAFF_PASSWORD })).text).toContain(
    'This recall has already been ended.',
  );
  expect((await owner.get('/desk/products/recalls/GUARANA')).status).toBe(404);
});

it('a recall also holds parcels with a product that is no longer sold, until it is undone', async () => {
  const begun = await ana.begin([own.line('MATE')], { languageLocale: 'de-DE' });
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  await removeDraft(own.ctx, { kind: 'product', key: 'MATE' });
  expect(await publish(own.ctx, { only: new Map([['product MATE', null]]) })).toMatchObject({ ok: true });
  const wish = { ...WISH, code: 'MATE', scope: 'all', confirmed: '1', current: STAFF_PASSWORD };
  expect((await owner.post(NEW, wish)).location).toContain('/desk/products/recalls/MATE');
  const pack = () => owner.post(`/desk/packing/${orderNumber}`, { act: 'pack' });
  expect((await pack()).text).toContain('A product in this order has been recalled');
  await owner.post('/desk/products/recalls/MATE', { act: 'undo', current: STAFF_PASSWORD });
  expect((await pack()).location).toContain('packedOrder');
});

it.each(LOCALE_CODES)('the recall page is available in %s', async (locale) => {
  const visitor = await newStaff(own.ctx, own.server.url, `${locale.toLowerCase()}@example.org`, 'owner', locale);
  for (const path of ['/desk/products/recalls', NEW, '/desk/products/recalls/AGUA?lot=L2207%2C%20l%202208']) {
    const { status, html } = await visitor.get(path);
    expect([status, html.includes(`lang="${locale}"`), html.includes('{{')]).toEqual([200, true, false]);
  }
});
