/** The gift vouchers of a storm: what the owner sells, and who pays with one. */
import type { Context } from '#src/server/context.ts';
import type { VoucherMovementRow, VoucherRow } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';
import { newEmail } from '../support/people/accounts.ts';
import { ADDRESS, type Line, type Settled } from '../support/people/buyer.ts';
import type { Answer } from '../support/people/call.ts';
import type { PricedCart } from '../support/people/cart-call.ts';
import { newVoucher } from '../support/people/vouchers.ts';
import type { Chance } from './chance.ts';

/** Enough for a few orders, so that many buyers meet at the last euros. */
const VALUE: Cents = 1800;

export async function sellVoucher(ctx: Context, vouchers: string[]): Promise<void> {
  vouchers.push((await newVoucher(ctx, VALUE)).code);
}

/** Half of all buyers pay with a voucher, most of them with the same one. */
export const voucherOf = ({ vouchers }: { vouchers: string[] }, chance: Chance): string | undefined =>
  chance.oneIn(2) ? chance.pick(vouchers.slice(-2)) : undefined;

/** A gift voucher that somebody buys. */
export interface Gift {
  /** EUR */
  value: number;
  from: string;
  to?: { name: string; email: string };
}

/** Some buy a gift voucher in place of goods, half of them for a friend. */
export function giftOf({ sellsVouchers }: { sellsVouchers: boolean }, chance: Chance): Gift | undefined {
  if (!sellsVouchers || !chance.oneIn(4)) return undefined;
  const to = { name: 'Bia Silva', email: newEmail() };
  return { value: chance.between(10, 60), from: 'Ana Müller', ...(chance.oneIn(2) && { to }) };
}

/** What the order of a gift voucher has in place of an address. */
export const giftBody = (gift: Gift | undefined) =>
  gift && { giftVoucher: gift, expectedTotal: gift.value, shipping: undefined };

interface Typed {
  code?: string | undefined;
  voucher?: string | undefined;
}

/** Discount code and voucher as a shopper enters them in one field. */
export const typedBy = ({ code, voucher }: Typed): { code?: string } => {
  const typed = [code, voucher].filter(Boolean).join(' ');
  return typed ? { code: typed } : {};
};

/** What the page shows as still to pay, in EUR; undefined without a voucher. */
export const dueIn = ({ total, voucher }: PricedCart): number | undefined =>
  voucher && Math.round((total - voucher.used) * 100) / 100;

/** The order of a cart that its voucher pays in full; undefined when something is left to pay. */
export function wholeOrder(
  { requestId, lines, ...purchase }: Typed & { requestId: string; lines: Line[] },
  priced: PricedCart,
  post: (path: string, body: object) => Promise<Answer<Settled>>,
): (() => Promise<Answer<Settled>>) | undefined {
  const expectedDue = dueIn(priced);
  if (expectedDue !== 0) return undefined;
  const prices = { expectedTotal: priced.total, expectedDue, ...typedBy(purchase) };
  const body = { requestId, lines, shipping: ADDRESS, languageLocale: 'de-DE', ...prices };
  return () => post('/api/checkout/voucher/', body);
}

export interface VoucherBooks {
  vouchers: VoucherRow[];
  movements: VoucherMovementRow[];
}

export const readVouchers = async ({ db }: Context): Promise<VoucherBooks> => ({
  vouchers: await db.read.selectFrom('vouchers').selectAll().execute(),
  movements: await db.read.selectFrom('voucher_movements').selectAll().execute(),
});
