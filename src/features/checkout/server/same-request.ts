import { isDeepStrictEqual } from 'node:util';
import { normalizeCode } from '#src/features/codes/code.ts';
import { hasSameWishes } from '#src/features/orders/order-wishes.ts';
import { boughtLines, findCheckoutLines } from '#src/features/orders/server/checkout.repository.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { findVoucherByCode } from '#src/features/vouchers/server/voucher.repository.ts';
import { typedCodes } from '#src/features/vouchers/typed-codes.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { Cents } from '#src/shared/money.ts';
import type { BeginInput } from '../checkout.schema.ts';
import { digestOfGift, digestOfStored } from './bought-voucher.ts';

/** What the page showed its buyer as still to pay. */
export const expectedDueOf = ({ expectedTotal, expectedDue = expectedTotal }: BeginInput): Cents =>
  Math.round(expectedDue * 100);

/**
 * Whether a repeated request has the same lines, addresses and wishes as its checkout; otherwise the buyer would get
 * something else.
 */
export async function isSameRequest(tx: Writer, known: CheckoutRow, input: BeginInput): Promise<boolean> {
  const stored = boughtLines(await findCheckoutLines(tx, known.id));
  const asked = new Map<number, number>();
  for (const { productId, quantity } of input.lines) asked.set(productId, (asked.get(productId) ?? 0) + quantity);
  if (!isDeepStrictEqual(asked, stored)) return false;
  // An express checkout's address does not matter here: the buyer confirms it later.
  if (known.express) return !input.shipping;
  if (digestOfStored(known) !== digestOfGift(input.giftVoucher)) return false;
  if (known.payment_source !== (input.paymentSource ?? null)) return false;
  if (known.delivery_method !== (input.deliveryMethod ?? 'standard')) return false;
  const { code, voucher } = typedCodes(input);
  if (known.code !== null && known.code !== normalizeCode(code ?? '')) return false;
  if (known.voucher_id !== null && (await findVoucherByCode(tx, voucher ?? ''))?.id !== known.voucher_id) return false;
  // A code that took nothing off is not stored, and neither is a voucher that paid nothing.
  if (code !== undefined && known.code === null && Math.round(input.expectedTotal * 100) !== known.total_cents)
    return false;
  if (voucher !== undefined && expectedDueOf(input) !== dueOfCheckout(known)) return false;
  return isDeepStrictEqual(input.shipping, JSON.parse(known.shipping_address)) && hasSameWishes(known, input);
}
