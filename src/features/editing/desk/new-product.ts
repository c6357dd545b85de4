import type { Kind } from '#src/features/catalogue/facts.ts';
import type { NetUnit } from '#src/features/catalogue/price.ts';
import type { Context } from '#src/server/context.ts';
import type { Fields } from '../server/catalogue-fields.ts';
import { findDraft } from '../server/drafts.service.ts';

/** The usual values of a kind, to correct in the form. */
const USUAL: Record<Kind, { vat_rate: string; net_unit: NetUnit }> = {
  food: { vat_rate: '7', net_unit: 'g' },
  cosmetic: { vat_rate: '19', net_unit: 'ml' },
  goods: { vat_rate: '19', net_unit: 'piece' },
};

export const emptyProduct = (kind: Kind): Fields => ({ kind, ...USUAL[kind] });

/** What belongs to one product: its bar code, its address, its place in the list, and its discount. */
const OWN = ['ean', 'slug', 'rank', 'discount'];

/** The values of a product for a new one that is similar; undefined when there is none. */
export async function copyOf(ctx: Context, code: string): Promise<Fields | undefined> {
  const product = code === '' ? undefined : await findDraft(ctx, { kind: 'product', key: code });
  const fields = product?.draft ?? product?.published;
  return fields && Object.fromEntries(Object.entries(fields).filter(([field]) => !OWN.includes(field)));
}
