import type { Kind } from '#src/features/catalogue/facts.ts';
import type { NetUnit } from '#src/features/catalogue/price.ts';
import { HEAD_COLUMNS } from '#src/features/catalogue/server/head-words.ts';
import type { Context } from '#src/server/context.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { Fields } from '../server/catalogue-fields.ts';
import { findDraft } from '../server/drafts.service.ts';
import { variantColumn } from '../server/product-row.ts';

/** The usual values of a kind, to correct in the form. */
const USUAL: Record<Kind, { vat_rate: string; net_unit: NetUnit }> = {
  food: { vat_rate: '7', net_unit: 'g' },
  cosmetic: { vat_rate: '19', net_unit: 'ml' },
  goods: { vat_rate: '19', net_unit: 'piece' },
};

export const emptyProduct = (kind: Kind): Fields => ({ kind, ...USUAL[kind] });

/**
 * What belongs to one product: its bar code, its address, its place in the list, its discount, how it differs, and what
 * search engines show of it.
 */
const OWN = ['ean', 'slug', 'rank', 'discount', ...LOCALE_CODES.map(variantColumn), ...HEAD_COLUMNS] as string[];

/**
 * The values of a product, for a new product that is similar or a variant of it. undefined if no product has this code.
 */
export async function copyOf(ctx: Context, { copy, variant }: Record<'copy' | 'variant', string>) {
  const code = copy || variant;
  const product = code === '' ? undefined : await findDraft(ctx, { kind: 'product', key: code });
  const fields = product?.draft ?? product?.published;
  if (!fields) return undefined;
  const { variant_of: first, ...others } = Object.fromEntries(
    Object.entries(fields).filter(([field]) => !OWN.includes(field)),
  );
  return variant ? { ...others, variant_of: first ?? code } : others;
}
