import { expect, it } from 'vitest';
import { addCode } from '#src/features/codes/server/code.service.ts';
import type { DiscountCode } from '#src/features/codes/code.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { newBuyer, type Begun, type Refused } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newGuest } from '../../support/people/guest.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { checkoutRow } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { transferShop } from '../../support/shops/transfer-shop.ts';

const own = forFile(() => transferShop());

let count = 0;
/** Adds a code of 1,00 € off, or of other terms. */
async function newCode(terms: Partial<DiscountCode> = {}): Promise<string> {
  const code = `OWN-${++count}`;
  const added = await addCode(own.ctx, {
    ...{ kind: 'amount', value: 100, minimum: 0, startsOn: null, endsOn: null, maxUses: null, maxUsesEach: null },
    ...{ scope: 'all', targets: [], endedAt: null },
    ...terms,
    code,
  });
  if (!added.ok) throw new Error(added.error.kind);
  return code;
}
const priced = async (code: string, units = 1, languageLocale = 'de-DE') => {
  const { body } = await postCart(own.server.url, { lines: [own.line('AGUA', units)], code, languageLocale });
  return { ...body, codeTerms: body.codeTerms?.replaceAll('\u00a0', ' ') };
};

it('a cart says the conditions of its code in words, with names of products, and what is missing to its minimum', async () => {
  const terms = { endsOn: '2099-12-24', maxUses: 9, maxUsesEach: 1, scope: 'products', targets: ['AGUA'] } as const;
  const code = await newCode({ ...terms, targets: ['AGUA'], minimum: 900 });
  const inGerman =
    '1,00 € Rabatt, auf Água de Coco, ab 9,00 € Warenwert, bis 24. Dezember 2099, je Kunde höchstens 1 ×, ' +
    'nur solange er nicht aufgebraucht ist';
  const below = await priced(code);
  expect(below.codeTerms).toBe(inGerman);
  expect(below.problems).toEqual([{ code: 'code_minimum', detail: expect.stringMatching(/Es fehlen noch 4,01\s€/) }]);
  expect(await priced(code, 2)).toMatchObject({ codeTerms: inGerman, discounts: [{ amount: 1 }], problems: [] });
  expect((await priced(code, 2, 'en-US')).codeTerms).toMatch(/^1,00 € off, on Água de Coco, .*until it is used up$/);
  expect((await priced(code, 2, 'pt-BR')).codeTerms).toMatch(
    /de desconto, em Água de Coco, .*no máximo 1 × por cliente/,
  );
  const drinks = await newCode({ scope: 'categories', targets: ['bebidas'] });
  expect((await priced(drinks)).codeTerms).toBe('1,00 € Rabatt, auf Getränke');
  expect((await priced('NO-SUCH')).codeTerms).toBeUndefined();
});

it('the conditions of a code name one size of a family, and say that its products are no longer sold', async () => {
  const code = await newCode({ scope: 'products', targets: ['GUARANA'] });
  const set = (values: object, key: string) =>
    own.ctx.db.write((tx) => tx.updateTable('products').set(values).where('cod_catalog', '=', key).execute());
  await set({ variant_of: 'GUARANA' }, 'MATE');
  expect((await priced(code)).codeTerms).toBe('1,00 € Rabatt, auf Guaraná, 500 g');
  await set({ withdrawn_at: '2026-01-01T00:00:00.000Z' }, 'GUARANA');
  expect((await priced(code)).codeTerms).toBe('1,00 € Rabatt, auf Waren, die es hier nicht mehr gibt');
  expect((await priced(code, 1, 'en-US')).codeTerms).toBe('1,00 € off, on products that are no longer sold');
});

it('a network holds at most three unpaid uses of a limited code, and other networks still get theirs', async () => {
  const code = await newCode({ maxUses: 10 });
  const from = (address: string, more: object = {}) => {
    const visitor = newVisitor(own.server.url, { 'x-forwarded-for': address });
    return newGuest(own.server.url, { visitor }).tryBegin<Begun & Refused>([own.line('AGUA')], { code, ...more });
  };
  const tries = [];
  const { total } = await priced(code);
  for (let at = 0; at < 4; at++) tries.push(await from('203.0.113.9', { expectedTotal: total }));
  expect(tries.map(({ status }) => status)).toEqual([201, 201, 201, 409]);
  expect(tries[3]!.body.cart?.problems).toMatchObject([{ code: 'code_used_up' }]);
  const again = await from('203.0.113.9', { expectedTotal: tries[3]!.body.cart!.total });
  expect(again.status, 'for the price without it').toBe(201);
  expect(await checkoutRow(own.ctx, again.body.checkoutId)).toMatchObject({ code: null });
  expect((await from('203.0.113.10')).status).toBe(201);
  const unlimited = await newCode();
  const begin = newGuest(own.server.url, {
    visitor: newVisitor(own.server.url, { 'x-forwarded-for': '203.0.113.9' }),
  });
  expect((await begin.tryBegin([own.line('AGUA')], { code: unlimited })).status).toBe(201);
});

const FORGOTTEN = expect.stringMatching(/^code=[^;]*; (?:.*; )?(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/i);

it('the browser forgets a code that an order used or whose buyer signs out, and keeps one that took nothing off', async () => {
  const [used, tooHigh] = [await newCode(), await newCode({ minimum: 90_000 })];
  for (const code of [used, tooHigh]) {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')], { code });
    await own.paypal.approve(paypalOrderId);
    const cookies = (await ana.tryCapture(checkoutId)).headers.getSetCookie();
    expect(cookies).toEqual(
      code === used ? expect.arrayContaining([FORGOTTEN]) : expect.not.arrayContaining([FORGOTTEN]),
    );
    expect((await ana.post('/api/logout/')).headers.getSetCookie()).toContainEqual(FORGOTTEN);
  }
});

it('a refund of a line gives back the units whose price differs by a cent, too, also after the others came back', async () => {
  const code = await newCode({ value: 100 });
  const ana = await newBuyer(own.ctx, own.server.url);
  const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', 3)], { code });
  await own.paypal.approve(paypalOrderId);
  const { orderNumber } = await ana.capture(checkoutId);
  const { lines } = (await findOrderByNumber(own.ctx.db.read, orderNumber))!;
  expect(lines.map(({ code: line, quantity }) => `${line} ${quantity}`)).toEqual(['AGUA 2', 'AGUA/AGUA/2 1']);
  const refund = (...args: string[]) => shopHere(['orders', 'refund', orderNumber, ...args, '--yes'], own.env);
  expect((await refund('--line', 'AGUA=4')).stderr).toMatch(/AGUA/);
  expect((await refund('--line', 'AGUA=2', '--restock', 'AGUA=2')).code).toBe(0);
  expect((await refund('--line', 'AGUA=1', '--restock', 'AGUA=2')).stderr).toMatch(/AGUA/);
  expect((await refund('--line', 'AGUA=1', '--restock', 'AGUA=1')).stderr).toBe('');
  const rows = await own.ctx.db.read.selectFrom('refunds').select('restocked').orderBy('created_at').execute();
  expect(rows.map(({ restocked }) => JSON.parse(restocked!) as unknown)).toEqual([
    [{ code: 'AGUA', units: 2 }],
    [{ code: 'AGUA/AGUA/2', units: 1 }],
  ]);
});

it('units that are all taken out of an order are refunded with its shipping, also where prices differ by a cent', async () => {
  const code = await newCode({ value: 100 });
  const ana = await newBuyer(own.ctx, own.server.url);
  const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', 3)], { code });
  await own.paypal.approve(paypalOrderId);
  const { orderNumber } = await ana.capture(checkoutId);
  await shopHere(['orders', 'change', orderNumber, '--remove', 'AGUA=3', '--yes'], own.env);
  expect(await findOrderByNumber(own.ctx.db.read, orderNumber)).toMatchObject({ payment: 'refunded' });
});
