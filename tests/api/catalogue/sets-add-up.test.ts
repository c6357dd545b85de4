import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { changeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import { closeAllCheckouts, idsOf, refundsOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { toCents } from '#src/shared/money.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';

const PARTS: Cells[] = [
  { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.00', quantity_available: 30 },
  { cod_catalog: 'GUARANA', product_name: 'Guaraná', real_price: '2.00', deposit: '0.25', vat_rate: 19 },
  { cod_catalog: 'MATE', product_name: 'Mate', real_price: '3.00' },
];
const CODES = PARTS.map(({ cod_catalog: code }) => String(code));

const own = forFile(() => payingShop({}, PARTS));
let ana: Buyer;
beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

const anySet = fc.record({
  units: fc.tuple(...CODES.map(() => fc.integer({ min: 0, max: 3 }))).filter((units) => units.some((n) => n > 0)),
  // An import asks before a price changes by more than half.
  cents: fc.integer({ min: 600, max: 899 }),
  acts: fc.array(
    fc.record({
      kind: fc.constantFrom('buy', 'cancel', 'refund', 'count', 'part'),
      n: fc.integer({ min: 1, max: 3 }),
      part: fc.nat({ max: CODES.length - 1 }),
    }),
    { minLength: 3, maxLength: 6 },
  ),
});

it('a set of any parts is available as often as they allow, and purchases, cancellations and refunds add up', async () => {
  await fc.assert(
    fc.asyncProperty(anySet, async ({ units, cents, acts }) => {
      const parts = CODES.flatMap((code, index) => (units[index]! > 0 ? [{ code, units: units[index]! }] : []));
      const set: Cells = {
        ...{ cod_catalog: 'SET', product_name: 'Conjunto', real_price: (cents / 100).toFixed(2) },
        ...{ net_quantity: 1, net_unit: 'piece', parts: parts.map((part) => `${part.code} ${part.units}`).join(', ') },
      };
      await closeAllCheckouts(own.ctx);
      await own.stock([...PARTS.map((row) => ({ parts: '', ...row })), set]);
      for (const code of CODES)
        await own.ctx.db.write((tx) => changeStock(own.ctx, tx, code, { set: 30 }, { reason: 'changed' }));
      const ids = await idsOf(own.ctx);
      const expected = new Map(CODES.map((code) => [code, 30]));
      const move = (of: typeof parts, times: number) =>
        of.forEach(({ code, units: each }) => expected.set(code, expected.get(code)! + each * times));
      for (const { kind, n, part } of acts) {
        const code = CODES[part]!;
        if (kind === 'count') {
          expected.set(code, n * 5);
          await own.ctx.db.write((tx) => changeStock(own.ctx, tx, code, { set: n * 5 }, { reason: 'counted' }));
        } else if (kind === 'part') {
          const begun = await ana.tryBegin<Begun>([{ productId: ids[code]!, quantity: n }]);
          if (begun.status === 201) await ana.cancel(begun.body.checkoutId);
        } else {
          const begun = await ana.tryBegin<Begun>([{ productId: ids.SET!, quantity: n }]);
          const most = Math.min(...parts.map((one) => Math.floor(expected.get(one.code)! / one.units)));
          expect(begun.status === 201, `${n} of ${most}`).toBe(n <= most);
          if (begun.status !== 201) continue;
          const { checkoutId, paypalOrderId } = begun.body;
          if (kind === 'cancel') await ana.cancel(checkoutId);
          else {
            move(parts, -n);
            await own.paypal.approve(paypalOrderId);
            const { orderNumber } = await ana.capture(checkoutId);
            if (kind === 'refund') {
              move(parts, n);
              const refund = await shopHere(['orders', 'refund', orderNumber, '--restock', '--yes'], own.env);
              expect(refund.code, refund.stderr).toBe(0);
              const refunds = await refundsOfCheckout(own.ctx, checkoutId);
              expect(refunds.map((row) => row.amount_cents)).toEqual([toCents(begun.body.total)]);
            }
          }
        }
        for (const one of CODES) expect(await stockOf(own.ctx, one), one).toBe(expected.get(one));
        const sets = Math.min(...parts.map((one) => Math.floor(expected.get(one.code)! / one.units)));
        expect(await stockOf(own.ctx, 'SET')).toBe(sets);
      }
      expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
    }),
    { numRuns: 6 },
  );
}, 180_000);
