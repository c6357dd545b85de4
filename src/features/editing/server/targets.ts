import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';

/** A record and its new live version; null: it leaves the shop. */
export interface Target {
  row: CatalogueSourceRow;
  to: string | null;
  /** The draft afterwards; undefined: a draft without changes follows the live version, and a pending one stays. */
  draft?: string | null;
}
