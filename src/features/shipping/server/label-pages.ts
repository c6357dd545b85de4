import { findOrders } from '#src/features/orders/server/order.repository.ts';
import { renderPackingSlips } from '#src/features/orders/server/packing-slip.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { findLabel, findLabelFile, findOrdersOfLabel } from './label.repository.ts';
import { MOST_LABELS, type Chosen } from './label.service.ts';
import { mergePdfs } from './merge-pdfs.ts';

/**
 * The labels of these parcels as one PDF, on sheets of A4 each with the packing slips of what travels under it;
 * undefined without any.
 */
export async function renderLabels(ctx: Context, chosen: Chosen[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { read } = ctx.db;
  const isSheet = savedShop(ctx).dhl.paper === 'A4';
  const files: Uint8Array[] = [];
  const printed = new Set<string>();
  for (const { order, parcel } of chosen.slice(0, MOST_LABELS)) {
    const label = await findLabel(read, order.id, parcel);
    if (!label?.isUsable || printed.has(label.reference)) continue;
    printed.add(label.reference);
    const pdf = await findLabelFile(read, label.reference);
    if (!pdf) continue;
    files.push(Buffer.from(pdf, 'base64'));
    if (!isSheet) continue;
    const inside = await findOrders(read, await findOrdersOfLabel(read, label.reference));
    files.push(await renderPackingSlips(ctx, inside, parcel));
  }
  return files.length > 0 ? await mergePdfs(files) : undefined;
}
