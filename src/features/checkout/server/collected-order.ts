import { withOwnNumber } from '#src/features/account/street.ts';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { billedAddress } from '#src/features/orders/recipient.ts';
import { collectionPlace } from '#src/shared/delivery/collection.ts';
import type { Context } from '#src/server/context.ts';
import type { BeginInput } from '../checkout.schema.ts';
import { byEmail } from './bought-voucher.ts';

/** The place of collection, with the name of the person who collects. */
export function collectionAddress({ shop }: Pick<Context, 'shop'>, name: string): ShippingAddress {
  const { street, postalCode, city } = collectionPlace(shop);
  const lines = withOwnNumber({ address: street, number: '' });
  return { name, ...lines, additional_address: '', postal_code: postalCode, city, country: 'DE' };
}

/**
 * Names the place in an order that its buyer collects, and who pays: the invoice must not fall back to the place.
 */
export function completeCollection(
  ctx: Pick<Context, 'shop'>,
  input: BeginInput,
  { name, account }: { name: string; account?: Parameters<typeof billedAddress>[1] },
): BeginInput {
  if (input.giftVoucher) return byEmail(input, name);
  if (input.deliveryMethod !== 'collection') return input;
  const shipping = collectionAddress(ctx, name);
  const billing = billedAddress({ clientName: name, address: shipping, billing: input.billing ?? null }, account);
  return { ...input, shipping, billing };
}
