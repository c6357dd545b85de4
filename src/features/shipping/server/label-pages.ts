import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { renderPackingSlips } from '#src/features/orders/server/packing-slip.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-data.ts';
import { findLabel, findLabelFile } from './label.repository.ts';
import { hasLabel, MOST_LABELS, type Chosen } from './label.service.ts';
import { mergePdfs } from './merge-pdfs.ts';

/** The labels of these parcels as one PDF, on sheets of A4 each with its packing slip; undefined without any. */
export async function renderLabels(ctx: Context, chosen: Chosen[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const isSheet = savedShop(ctx).dhl.paper === 'A4';
  const files: Uint8Array[] = [];
  for (const { order, parcel } of chosen.slice(0, MOST_LABELS)) {
    const pdf = await fileOf(ctx, order, parcel);
    if (!pdf) continue;
    files.push(pdf);
    if (isSheet) files.push(await renderPackingSlips(ctx, [order], parcel));
  }
  return files.length > 0 ? await mergePdfs(files) : undefined;
}

async function fileOf({ db }: Context, { id }: StoredOrder, parcel: number): Promise<Uint8Array | undefined> {
  const label = await findLabel(db.read, id, parcel);
  const pdf = hasLabel(label) ? await findLabelFile(db.read, label!.reference) : undefined;
  return pdf ? Buffer.from(pdf, 'base64') : undefined;
}
