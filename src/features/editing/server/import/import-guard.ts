/** Stops an import that changes more than is likely to be intended. */
import path from 'node:path';
import type { Reader } from '#src/server/db/database.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { findCodesForSale } from '../catalogue-read.repository.ts';
import type { PlacedProduct } from '../compile-product.ts';
import { CatalogueRefused } from '../catalogue-lock.ts';
import type { MergedCatalogue } from './merge-files.ts';
import { findPriceJumps } from './price-jumps.ts';

export interface ImportGuard {
  /** Codes of products whose prices may change by more than half. */
  accepted: ReadonlySet<string>;
}

/** This many products may leave even if they are more than a tenth of the shop, but never more than half of it. */
const FEW = 2;
const SHOWN_CODES = 20;

/** `products`: the live ones after the import. Throws CatalogueRefused. */
export async function guardImport(
  tx: Reader,
  products: readonly PlacedProduct[],
  merged: MergedCatalogue,
  { accepted }: ImportGuard,
  { source, partial }: { source: string; partial: boolean },
): Promise<void> {
  const jumps = await findPriceJumps(
    tx,
    products.filter(({ row }) => !accepted.has(row.cod_catalog)),
  );
  const losses = partial ? [] : await findLosses(tx, path.basename(source), merged);
  if (jumps.length + losses.length > 0) throw new CatalogueRefused([...losses, ...jumps]);
}

/** A filtered or half-written table would withdraw all products that it does not contain. */
async function findLosses(tx: Reader, file: string, { products }: MergedCatalogue): Promise<Mistake[]> {
  const present = await findCodesForSale(tx);
  const leaving = present.filter((code) => !products.has(code));
  if (leaving.length <= Math.max(Math.min(FEW, present.length / 2), present.length / 10)) return [];
  const more = leaving.length - SHOWN_CODES;
  const codes = `${leaving.slice(0, SHOWN_CODES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const message =
    `has no row for ${leaving.length} of ${present.length} products, so they would leave the shop: ${codes}. ` +
    'Add --partial to keep them, or --yes if they should leave.';
  return [{ file, message }];
}
