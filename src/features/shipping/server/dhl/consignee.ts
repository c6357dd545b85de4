import { parcelPointIn } from '#src/features/orders/parcel-point.ts';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { LabelField, LabelProblem } from '#src/features/shipping/carrier.ts';

const COUNTRY = 'DEU';
/** Post offices have these numbers at DHL. */
const RETAIL = { least: 401, most: 999 };

/** Longest texts of DHL's fields. */
const MOST = { name: 50, street: 50, house_number: 10, addition: 50, city: 40 } as const satisfies Partial<
  Record<LabelField, number>
>;

/** A text that exceeds DHL's field is refused, because nobody notices what a carrier cuts off. */
export const tooLong = (texts: Partial<Record<keyof typeof MOST, string>>): LabelProblem[] =>
  (Object.entries(texts) as [keyof typeof MOST, string][])
    .filter(([field, text]) => text.length > MOST[field])
    .map(([field]) => ({ field, most: MOST[field] }));

/** An order's address in DHL's fields: a street, a Packstation (`Locker`) or a post office (`PostOffice`). */
export function consigneeOf(address: ShippingAddress): Result<object, LabelProblem[]> {
  const { name, address: street, number, additional_address: addition, postal_code: postalCode, city } = address;
  const place = { postalCode, city, country: COUNTRY };
  const point = parcelPointIn(address);
  if (!point) {
    const problems = tooLong({ name, street, house_number: number, addition, city });
    return problems.length > 0
      ? fail(problems)
      : // DHL prints its field for more about an address on parcels abroad only.
        ok({
          name1: name,
          ...(addition && { name2: addition }),
          addressStreet: street,
          addressHouse: number,
          ...place,
        });
  }
  const { kind, station, postNumber } = point;
  const problems = tooLong({ name, city });
  const id = Number(station);
  // Without a Postnummer DHL asks for the buyer's email address, which the shop gives to nobody.
  if (!postNumber || (kind === 'postfiliale' && (id < RETAIL.least || id > RETAIL.most)))
    problems.push({ field: 'parcel_point' });
  if (problems.length > 0) return fail(problems);
  return ok({ name, ...(kind === 'packstation' ? { lockerID: id } : { retailID: id }), postNumber, ...place });
}

/** The shop in DHL's fields. */
export function shipperOf({
  name,
  street,
  postalCode,
  city,
}: Record<'name' | 'street' | 'postalCode' | 'city', string>): Result<object, LabelProblem[]> {
  const problems = tooLong({ name, street, city });
  if (problems.length > 0 || !/^\d{5}$/.test(postalCode)) return fail([{ field: 'sender' }]);
  return ok({ name1: name, addressStreet: street, postalCode, city, country: COUNTRY });
}
