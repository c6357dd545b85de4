import type { Reader } from '#src/server/db/database.ts';
import { asksForLot } from '../asks-for-lot.ts';
import type { Kind, ProductFacts } from '../facts.ts';
import { traitsOf } from '../traits.ts';

/** What a person who packs needs to recognise a product. */
export interface PackedProduct {
  ean: string | null;
  picture: string | null;
  /** Brand and content, such as "Marca, 500 g". */
  size: string;
  /** Whether its lot is noted with each parcel. */
  asksForLot: boolean;
}

/** The products of an order's lines, by id. */
export async function findPackedProducts(db: Reader, ids: number[]): Promise<Map<number, PackedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(['id', 'ean', 'picture', 'brand', 'net_quantity', 'net_unit', 'kind', 'facts'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('shipment_lots').select('lot').whereRef('shipment_lots.cod_catalog', '=', 'products.cod_catalog'),
      ).as('has_noted_lot'),
    )
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, ean, picture, brand, net_quantity, net_unit, kind, facts, has_noted_lot }) => [
      id,
      {
        ean,
        picture,
        size: traitsOf({ brand, subtitle: '', netQuantity: { value: net_quantity, unit: net_unit } }),
        asksForLot: asksForLot({
          kind: kind as Kind,
          facts: JSON.parse(facts) as ProductFacts,
          hasNotedLot: Boolean(has_noted_lot),
        }),
      },
    ]),
  );
}
