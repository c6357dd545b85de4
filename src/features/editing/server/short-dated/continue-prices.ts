import type { Writer } from '#src/server/db/database.ts';
import { appendPrices } from '../catalogue-write.repository.ts';

interface Away {
  productId: number;
  variantId: number;
  /** When the variant ended. */
  since: string;
}

/** While a variant was not for sale, its goods had the prices of their product. */
export async function continuePrices(tx: Writer, { productId, variantId, since }: Away): Promise<void> {
  const points = await tx
    .selectFrom('price_history')
    .select(['valid_from', 'real_price_cents', 'discount_percent', 'price_cents'])
    .where('product_id', '=', productId)
    .orderBy('valid_from')
    .orderBy('id')
    .execute();
  const inForce = points.findLastIndex(({ valid_from }) => valid_from <= since);
  const away = points.slice(Math.max(0, inForce)).map((point) => ({
    ...point,
    product_id: variantId,
    valid_from: point.valid_from > since ? point.valid_from : since,
  }));
  const last = away.at(-1);
  if (!last) return;
  await appendPrices(tx, away);
  const { real_price_cents, discount_percent, price_cents } = last;
  await tx
    .updateTable('products')
    .set({ real_price_cents, discount_percent, price_cents })
    .where('id', '=', variantId)
    .execute();
}
