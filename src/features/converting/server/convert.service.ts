/** Another shop's export as a catalogue folder of this shop. */
import type { CategoryRow } from '#src/features/editing/server/product-row.ts';
import { findSlugOwners } from '#src/features/editing/server/catalogue-read.repository.ts';
import { shopConditions } from '#src/features/catalogue/server/shop-conditions.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { ForeignCatalogue, Notice, System } from '../foreign-item.ts';
import { convertItems, type Conversion } from './convert-items.ts';
import { findCategoryRows, findOwnProducts } from './converting.repository.ts';
import { folderOf, type FolderFile } from './folder.ts';
import { readForeignTable, type ForeignTable, type TableLimits, type TableProblem } from './foreign-table.ts';
import { mappingOf, newCategories, openCells, readMapping, type MappedCategory } from './mapping.ts';
import { listMissing, type Missing } from './missing.ts';
import type { Pictures } from './pictures.ts';
import { readVatRate } from './read-cells.ts';
import { JTL_COLUMNS, readJtl } from './jtl.ts';
import { readShopify, SHOPIFY_COLUMNS } from './shopify.ts';
import { readWoocommerce, WOOCOMMERCE_COLUMNS } from './woocommerce.ts';

interface Reader {
  /** Columns without which a file is not this system's; one name of each group. */
  columns: readonly (readonly string[])[];
  /** `today`: 2026-11-29. */
  read: (table: ForeignTable, today: string) => ForeignCatalogue;
}

const READERS: Record<System, Reader> = {
  shopify: { columns: SHOPIFY_COLUMNS, read: readShopify },
  woocommerce: { columns: WOOCOMMERCE_COLUMNS, read: readWoocommerce },
  jtl: { columns: JTL_COLUMNS, read: readJtl },
};

export interface ConvertInput {
  table: Uint8Array;
  system: System;
  /** The language of the other shop's texts. */
  locale: Locale;
  /** A filled-in mapping.csv, or the rows of a form. */
  mapping: Uint8Array | readonly MappedCategory[] | undefined;
  /** Codes of products of this shop that may become another product. */
  overwrites?: readonly string[];
  pictures: Pictures;
  limits: TableLimits;
}

export interface Converted extends Conversion {
  mapping: MappedCategory[];
  /** Rows of the mapping with the columns that they still lack. No files before they are filled in. */
  open: { row: MappedCategory; cells: string[] }[];
  missing: Missing[];
  families: number;
  /** The files of the folder by their names. */
  files: ReadonlyMap<string, FolderFile>;
}

export type ConvertProblem = TableProblem | { kind: 'mapping'; mistakes: Mistake[] };

export async function convertCatalogue(
  ctx: Pick<Context, 'db' | 'shop' | 'now'>,
  { table: bytes, system, locale, mapping: given, overwrites, pictures, limits }: ConvertInput,
): Promise<Result<Converted, ConvertProblem>> {
  const table = readForeignTable(bytes, limits);
  if (!table.ok) return table;
  const wrong = wrongSystem(table.value, system);
  if (wrong) return fail(wrong);
  const { items, notices } = READERS[system].read(table.value, germanDay(ctx.now().toISOString()));
  if (items.length === 0 && notices.length === 0) return fail({ kind: 'withoutProducts' });

  const mistakes: Mistake[] = [];
  const filled = given instanceof Uint8Array ? readMapping(given, mistakes) : (given ?? []);
  if (mistakes.length > 0) return fail({ kind: 'mapping', mistakes });
  const { categories, ...addresses } = await readShop(ctx);
  const mapping = mappingOf(items, filled, categories);
  const known = new Set(categories.map(({ slug }) => slug));
  const withoutVat = new Set(
    items.filter((item) => readVatRate(item.vatRate) === undefined).map((item) => item.category),
  );
  const open = mapping
    .map((row) => ({ row, cells: openCells(row, (slug) => known.has(slug), withoutVat.has(row.theirs)) }))
    .filter(({ cells }) => cells.length > 0);

  const conversion = await convertItems(items, { locale, mapping, overwrites, ...addresses });
  const all: CategoryRow[] = [...categories, ...newCategories(mapping, (slug) => known.has(slug))];
  const folder = folderOf(conversion, { locale, categories: all, mapping, pictures });
  const everyNotice: Notice[] = [...notices, ...conversion.notices, ...folder.notices];
  return ok({
    ...conversion,
    notices: everyNotice,
    mapping,
    open,
    families: new Set(conversion.products.flatMap(({ cells }) => cells.variant_of ?? [])).size,
    missing: listMissing(conversion.products, everyNotice, folder.pictured, shopConditions(ctx.shop)),
    files: open.length > 0 ? new Map() : folder.files,
  });
}

/** A message about the columns that miss, or the other system whose columns the file has. */
function wrongSystem(table: ForeignTable, system: System): TableProblem | undefined {
  const lacking = (of: Reader) => of.columns.filter((names) => !table.has(...names));
  const missing = lacking(READERS[system]);
  if (missing.length === 0) return undefined;
  const other = Object.entries(READERS).find(([, reader]) => lacking(reader).length === 0)?.[0];
  return other === undefined
    ? { kind: 'columnsMissing', values: { columns: missing.map(([name]) => name).join(', '), system } }
    : { kind: 'otherSystem', values: { other, system } };
}

async function readShop({ db }: Pick<Context, 'db'>) {
  const [categories, own, owners] = await Promise.all([
    findCategoryRows(db.read),
    findOwnProducts(db.read),
    findSlugOwners(db.read, ''),
  ]);
  return { categories, own, taken: new Set([...owners.keys(), ...[...own.values()].map(({ slug }) => slug)]) };
}
