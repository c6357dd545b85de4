import { randomUUID } from 'node:crypto';
import { issueVoucher } from '#src/features/vouchers/server/issue-voucher.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { findVoucher, leftOf } from '#src/features/vouchers/server/voucher.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Cents } from '#src/shared/money.ts';

export interface TestVoucher {
  id: string;
  /** "GV-7K3M-Q9XD-2F4T-B8NC" */
  code: string;
  /** "GV-…-B8NC" */
  short: string;
}

/** Issues a gift voucher as staff do. */
export async function newVoucher(ctx: Context, value: Cents): Promise<TestVoucher> {
  const id = await ctx.db.write((tx) =>
    issueVoucher(ctx, tx, {
      ...{ value, locale: 'de-DE', origin: 'counter', orderId: null, requestId: randomUUID(), note: null },
      ...{ sender_name: null, recipient_name: null, recipient_email: null, message: null, send_on: null },
    }),
  );
  const code = openCode(ctx.config, (await findVoucher(ctx.db.read, id))!)!;
  return { id, code, short: `GV-…-${code.slice(-4)}` };
}

/** What may still be paid with it. */
export const leftOn = ({ db }: Context, { id }: TestVoucher): Promise<Cents> => leftOf(db.read, id);

/** The gift vouchers that the order of a checkout has bought. */
export const vouchersOf = ({ db }: Pick<Context, 'db'>, checkoutId: string) =>
  db.read
    .selectFrom('vouchers as v')
    .innerJoin('orders as o', 'o.id', 'v.order_id')
    .selectAll('v')
    .where('o.checkout_id', '=', checkoutId)
    .execute();
