import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { recordTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { bookMovement } from '#src/features/vouchers/server/voucher.repository.ts';
import { insertWithdrawal } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { remindOfRefunds } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import type { Settled } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';

const SHOP = 'owner@shop.example';
const DAY_MS = 24 * 3600_000;
const own = forFile(() => voucherShop({ SHOP_EMAIL: SHOP }));
const inDays = (days: number) => ({ ...own.ctx, now: () => new Date(own.ctx.now().getTime() + days * DAY_MS) });

/** A voucher of 50 EUR whose money has arrived. */
async function buy({ isSpent = false } = {}) {
  const [{ visitor, email }, friend] = [newGuest(own.server.url), newEmail()];
  const sendOn = inDays(2).now().toISOString().slice(0, 10);
  const { body } = await visitor.post<Settled>('/api/checkout/transfer/', {
    ...{ requestId: randomUUID(), lines: [], expectedTotal: 50, languageLocale: 'de-DE', email },
    giftVoucher: { value: 50, from: 'Ana Müller', to: { name: 'Bia', email: friend, message: '', sendOn } },
  });
  const waiting = (await findOrderByNumber(own.ctx.db.read, body.orderNumber))!;
  expect((await recordTransfer(own.ctx, waiting)).ok).toBe(true);
  const order = (await findOrderByNumber(own.ctx.db.read, body.orderNumber))!;
  const voucher = (await findSoldVoucher(own.ctx.db.read, order.id))!;
  const spent = {
    at: own.ctx.now().toISOString(),
    kind: 'used',
    amount_cents: -5000,
    request_id: randomUUID(),
  } as const;
  if (isSpent) await own.ctx.db.write((tx) => bookMovement(tx, voucher.id, spent));
  return { order, voucher, friend };
}

it('as many vouchers with nothing left as a job takes at once do not keep a later one from being mailed', async () => {
  const { voucher } = await buy({ isSpent: true });
  const copied = { ...voucher, order_id: null, origin: 'counter', issued_at: '2020-01-01T00:00:00.000Z' } as const;
  await own.ctx.db.write(async (tx) => {
    for (let copies = 0; copies < 500; copies += 1) {
      const id = randomUUID();
      await tx
        .insertInto('vouchers')
        .values({ ...copied, id, code_hash: id })
        .execute();
    }
  });
  const { friend } = await buy();
  await sendDueVouchers(inDays(4));
  expect(await mailsTo(own.ctx, friend)).toHaveLength(1);
});

it('a hundred withdrawals from spent vouchers do not keep the owner from being reminded of another one', async () => {
  const [spent, left] = [await buy({ isSpent: true }), await buy()];
  const declared = {
    ...{ name: 'Ana Müller', email: newEmail(), part: '', verified: 1, locale: 'de-DE', goods_back_at: null },
    ...{ closed_as: null, closed_at: null, closed_reason: null, reminded_at: null },
  } as const;
  const withdrawal = randomUUID();
  const withdraw = ({ order }: typeof left, id: string, days: number) =>
    own.ctx.db.write((tx) =>
      insertWithdrawal(tx, {
        ...{ ...declared, id, order_id: order.id, order_number: order.orderNumber },
        created_at: inDays(-days).now().toISOString(),
      }),
    );
  for (let count = 0; count < 100; count += 1) await withdraw(spent, randomUUID(), 13);
  await withdraw(left, withdrawal, 12);
  await remindOfRefunds(own.ctx);
  const reminders = (await mailsTo(own.ctx, SHOP)).filter(({ kind }) => kind === 'withdrawal_reminder');
  expect(reminders.map(({ id }) => id)).toEqual([expect.stringContaining(withdrawal)]);
});
