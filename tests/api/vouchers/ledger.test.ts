import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { issueVoucher, type NewVoucher } from '#src/features/vouchers/server/issue-voucher.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import {
  bookMovement,
  findVoucher,
  findVoucherByCode,
  giveBackToVoucher,
  holdVoucher,
  leftOf,
  useVoucher,
} from '#src/features/vouchers/server/voucher.repository.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { freshShop } from '../../support/shops/fresh-shop.ts';

const own = forFile(() => freshShop({ DESK_KEY: 'ab'.repeat(32) }));
const DAY = '2026-11-30';
const AT = '2026-11-30T12:00:00.000Z';

const aVoucher = (more: Partial<NewVoucher> = {}): Promise<string> =>
  own.ctx.db.write((tx) =>
    issueVoucher(own.ctx, tx, {
      ...{ value: 5000, locale: 'de-DE', origin: 'counter', orderId: null, requestId: randomUUID(), note: null },
      ...{ sender_name: null, recipient_name: null, recipient_email: null, message: null, send_on: null },
      ...more,
    }),
  );

/** A checkout that holds a part of a voucher; throws when the voucher does not give it. */
const checkout = (voucher_id: string, cents: number): Promise<string> =>
  own.ctx.db.write(async (tx) => {
    const id = randomUUID();
    await tx
      .insertInto('checkouts')
      .values({
        ...{ id, request_id: id, state: 'open', locale: 'de-DE', email: '', client_name: '', shipping_address: 'null' },
        ...{ subtotal_cents: cents, shipping_cents: 0, deposit_cents: 0, total_cents: cents, vat: '[]', hold: 'held' },
        ...{ voucher_id, voucher_cents: cents, created_at: AT, updated_at: AT },
      } as CheckoutRow)
      .execute();
    if (!(await holdVoucher(own.ctx.db, tx, { voucherId: voucher_id, cents, checkoutId: id, day: DAY })))
      throw new Error('refused');
    return id;
  });

const change = (id: string, values: Partial<CheckoutRow>) =>
  own.ctx.db.write((tx) => tx.updateTable('checkouts').set(values).where('id', '=', id).execute());
const use = (voucherId: string, cents: number, checkoutId: string) =>
  own.ctx.db.write((tx) => useVoucher(own.ctx.db, tx, { voucherId, cents, checkoutId, at: AT }));
const giveBack = (checkoutId: string, cents: number, requestId: string, at = AT) =>
  own.ctx.db.write((tx) => giveBackToVoucher(own.ctx.db, tx, { checkoutId, cents, requestId, at }));
const left = (id: string) => leftOf(own.ctx.db.read, id);

it('a voucher is found by its code, of which the database has a hash and an encrypted text', async () => {
  const id = await aVoucher();
  const row = (await findVoucher(own.ctx.db.read, id))!;
  const code = openCode(own.ctx.config, row)!;
  expect(code).toMatch(/^GV(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  expect(JSON.stringify(row)).not.toContain(code.slice(3, 17));
  expect((await findVoucherByCode(own.ctx.db.read, code.toLowerCase().replaceAll('-', ' ')))?.id).toBe(id);
  expect(await findVoucherByCode(own.ctx.db.read, 'GV-0000-0000-0000-0000')).toBeUndefined();
});

it('a repeated request issues one voucher, also at once', async () => {
  const requestId = randomUUID();
  const ids = await Promise.all(Array.from({ length: 8 }, () => aVoucher({ requestId })));
  expect(new Set(ids).size).toBe(1);
  expect(await left(ids[0]!)).toBe(5000);
});

it('twenty checkouts at once hold no more of a voucher than is left, and each of them books it once', async () => {
  const id = await aVoucher();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => checkout(id, 1200)));
  const held = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(held).toHaveLength(4);
  expect(await left(id)).toBe(200);
  await change(held[0]!, { hold: 'released', state: 'cancelled' });
  expect(await left(id)).toBe(1400);
  const booked = await Promise.all([...held, ...held].map((checkoutId) => use(id, 1200, checkoutId)));
  expect(booked.filter((one) => one === 'used')).toHaveLength(4);
  expect(await left(id)).toBe(200);
  // The first one held nothing when it was booked; a fifth finds too little.
  expect(await use(id, 1200, randomUUID())).toBe('too_little');
});

it('what comes back is booked once for each request, never more than was paid, and valid as long as a new voucher', async () => {
  const id = await aVoucher();
  const paid = await checkout(id, 3000);
  await use(id, 3000, paid);
  const tries = await Promise.all(Array.from({ length: 6 }, () => giveBack(paid, 1000, 'refund-1')));
  expect(tries.toSorted()).toEqual([...Array<string>(5).fill('already'), 'returned']);
  expect(await left(id)).toBe(3000);
  expect(await giveBack(paid, 2001, 'refund-2')).toBe('too_much');
  expect(await giveBack(paid, 2000, 'refund-3', '2029-06-01T12:00:00.000Z')).toBe('returned');
  expect(await left(id)).toBe(5000);
  expect((await findVoucher(own.ctx.db.read, id))!.expires_on).toBe('2032-12-31');
  expect(await giveBack(randomUUID(), 1, 'refund-4')).toBe('too_much');
});

it('nothing is held of a locked or expired voucher, but what is held already is still paid with it', async () => {
  const id = await aVoucher();
  const begun = await checkout(id, 2000);
  const set = (values: { locked_at?: string | null; expires_on?: string }) =>
    own.ctx.db.write((tx) => tx.updateTable('vouchers').set(values).where('id', '=', id).execute());
  await set({ locked_at: AT });
  await expect(checkout(id, 1)).rejects.toThrow('refused');
  await set({ locked_at: null, expires_on: '2026-11-29' });
  await expect(checkout(id, 1)).rejects.toThrow('refused');
  expect(await use(id, 2000, begun)).toBe('used');
  expect(await left(id)).toBe(3000);
});

it('what a checkout holds is booked although its money was taken back meanwhile, and the voucher is below zero', async () => {
  const id = await aVoucher();
  const begun = await checkout(id, 2000);
  await own.ctx.db.write((tx) =>
    bookMovement(tx, id, { at: AT, kind: 'paid_out', amount_cents: -5000, request_id: randomUUID() }),
  );
  expect(await left(id)).toBe(-2000);
  await expect(checkout(id, 1)).rejects.toThrow('refused');
  expect(await use(id, 2000, begun)).toBe('used');
  expect(await left(id)).toBe(-2000);
});

it('a movement of the ledger is never changed', async () => {
  await aVoucher();
  const changed = own.ctx.db.write((tx) => tx.updateTable('voucher_movements').set({ amount_cents: 1 }).execute());
  await expect(changed).rejects.toThrow(/append-only/);
});
