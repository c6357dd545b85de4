import { FALLBACK_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { findRecalls } from './recall.repository.ts';

/** A recall for its page. */
export interface RecallNotice {
  code: string;
  /** undefined: all lots. */
  lot: string | undefined;
  name: string;
  brand: string | null;
  ean: string | null;
  picture: string | null;
  hazard: string;
  recalledAt: string;
  /** When the affected orders were placed; undefined without any. */
  sold: { from: string; to: string } | undefined;
}

/** All public recalls, newest first. */
export async function loadRecalls({ db }: Context, locale: Locale): Promise<RecallNotice[]> {
  const rows = await findRecalls(db.read, { isPublic: true });
  return rows.map((row) => {
    const hazards = JSON.parse(row.hazards) as Partial<Record<Locale, string>>;
    return {
      code: row.cod_catalog,
      lot: row.lot || undefined,
      name: row.product_name,
      brand: row.brand,
      ean: row.ean,
      picture: row.picture,
      hazard: hazards[locale] ?? hazards[FALLBACK_LOCALE] ?? '',
      recalledAt: row.recalled_at,
      sold: row.sold_from && row.sold_to ? { from: row.sold_from, to: row.sold_to } : undefined,
    };
  });
}
