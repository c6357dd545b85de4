import { leftOf } from '#src/features/vouchers/server/voucher.repository.ts';
import { typedCodes } from '#src/features/vouchers/typed-codes.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { Call } from '#src/server/http/call.ts';
import { CODE_COOKIE, forgetCode, keepCode } from '#src/server/http/forget-code.ts';

/** After an order, lets the browser forget the discount code that it used, and a voucher on which nothing is left. */
export async function forgetUsedCodes(
  call: Call,
  { code, voucher_id: voucherId }: Pick<CheckoutRow, 'code' | 'voucher_id'>,
): Promise<void> {
  if (code === null && voucherId === null) return;
  const kept = typedCodes({ code: call.cookies.get(CODE_COOKIE)?.value });
  const isEmpty = voucherId !== null && (await leftOf(call.ctx.db.read, voucherId)) <= 0;
  const unused = [code === null && kept.code, !isEmpty && kept.voucher].filter(Boolean).join(' ');
  if (unused) keepCode(call, unused);
  else if (code !== null || isEmpty) forgetCode(call);
}
