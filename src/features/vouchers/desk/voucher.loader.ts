import { loadPage } from '#src/desk/list-query.ts';
import type { Context } from '#src/server/context.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { sum } from '#src/shared/money.ts';
import { findLedger, findOrderOf, listVouchers, stateOf, sumLeft } from '../server/voucher-desk.repository.ts';
import { findStop, whyNotSent } from '../server/voucher-stop.ts';
import { findVoucher, leftOf } from '../server/voucher.repository.ts';
import type { VoucherState } from '../voucher.ts';

/** One page of vouchers with their states today. */
export async function loadVoucherList(
  { db, now }: Context,
  url: URL,
  asked: { text: string; state: VoucherState | undefined },
) {
  const day = germanDay(now().toISOString());
  const list = await loadPage(url, (limit, offset) => listVouchers(db.read, { ...asked, day }, { limit, offset }));
  return { ...list, vouchers: list.vouchers.map((voucher) => ({ ...voucher, state: stateOf(voucher, day) })) };
}

/** What customers may still buy with gift vouchers. */
export const loadVoucherSums = ({ db }: Context) => sumLeft(db.read);

export const loadVoucher = ({ db }: Context, id = '') => findVoucher(db.read, id);

/** What a voucher paid for, and what is left of it. `held`: by checkouts that are not paid yet. */
export async function loadVoucherView({ db: { read }, now }: Context, voucher: VoucherRow) {
  const ledger = await findLedger(read, voucher.id);
  const left = await leftOf(read, voucher.id);
  return {
    ledger,
    left,
    held: sum(ledger.map(({ amount_cents: cents }) => cents)) - left,
    orderNumber: await findOrderOf(read, voucher),
    stop: await findStop(read, voucher),
    whyNotSent: await whyNotSent(read, voucher, { left, day: germanDay(now().toISOString()) }),
  };
}
