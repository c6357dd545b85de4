import { expect, it } from 'vitest';
import { addCode } from '#src/features/codes/server/code.service.ts';
import { bookingsSoFar } from '#src/features/invoices/server/bookings.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { previewRefund } from '#src/features/refunds/server/refund-plan.ts';
import { refundOrder } from '#src/features/refunds/server/refund.service.ts';
import { sum } from '#src/shared/money.ts';
import { chanceOf } from '../../storm/chance.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { refundsOfCheckout } from '../../support/people/order-rows.ts';
import { leftOn, newVoucher } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop, type Code } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());

const seed = Math.floor(Math.random() * 1e9);
const chance = chanceOf(seed);
const CODES: Code[] = ['AGUA', 'GUARANA', 'MATE'];

it(`random carts with a code and a voucher add up to the cent, and refunds in parts return what each way paid (${seed})`, async () => {
  await addCode(own.ctx, {
    ...{ code: 'SETE', kind: 'percent', value: 7, minimum: 0, startsOn: null, endsOn: null },
    ...{ maxUses: null, maxUsesEach: null, scope: 'all', targets: [], endedAt: null },
  });
  for (let round = 0; round < 8; round++) {
    const lines = CODES.filter(() => chance.oneIn(2)).map((code) => own.line(code, chance.between(1, 4)));
    if (lines.length === 0) continue;
    const voucher = await newVoucher(own.ctx, chance.between(1, 2500));
    const value = await leftOn(own.ctx, voucher);
    const code = [...(chance.oneIn(2) ? ['SETE'] : []), voucher.code].join(' ');
    const { total } = (await postCart(own.server.url, { lines, code })).body;
    const cents = Math.round(total * 100);
    const used = Math.min(value, cents);
    if (used === cents) continue;
    const buyer = await newBuyer(own.ctx, own.server.url);
    const expectedDue = (cents - used) / 100;
    const begun = await buyer.begin(lines, { code, expectedTotal: total, expectedDue });
    expect((await own.paypal.approve(begun.paypalOrderId)).cents).toBe(cents - used);
    const { orderNumber } = await buyer.capture(begun.checkoutId);
    for (;;) {
      const order = (await findOrderByNumber(own.ctx.db.read, orderNumber))!;
      const plan = await previewRefund(own.ctx.db.read, order, {});
      if (!plan.ok) break;
      const amount = chance.oneIn(4) ? plan.value.amount : chance.between(1, plan.value.amount);
      const refunded = await refundOrder(own.ctx, order, { amount, again: true });
      expect(refunded).toMatchObject({ ok: true, value: { amount, state: 'made' } });
    }
    const { refunds } = await own.paypal.order(begun.paypalOrderId);
    expect(sum(refunds.map((refund) => refund.cents))).toBe(cents - used);
    expect(await leftOn(own.ctx, voucher)).toBe(value);
    expect(sum((await refundsOfCheckout(own.ctx, begun.checkoutId)).map((row) => row.amount_cents))).toBe(cents);
    const booked = (await bookingsSoFar(own.ctx)).filter((booking) => booking.orderNumber === orderNumber);
    const sumOf = (key: 'gross' | 'tax' | 'voucher') => sum(booked.map((booking) => booking[key]));
    expect([sumOf('gross'), sumOf('tax'), sumOf('voucher')]).toEqual([0, 0, 0]);
    const invoiced = booked.filter(({ kind }) => kind === 'invoice');
    expect(sum(invoiced.map((booking) => booking.voucher))).toBe(used);
  }
});
