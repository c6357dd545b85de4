import { loadPage } from '#src/desk/list-query.ts';
import type { Context } from '#src/server/context.ts';
import { findDelivery, findDeliveryLines, pageOfDeliveries } from '../server/delivery.repository.ts';

export const loadDeliveryList = ({ db }: Context, url: URL) =>
  loadPage(url, (limit, offset) => pageOfDeliveries(db.read, limit, offset));

/** A delivery with what it brought. */
export async function loadDelivery({ db: { read } }: Context, id = '') {
  const delivery = await findDelivery(read, id);
  return delivery && { ...delivery, lines: await findDeliveryLines(read, id) };
}
