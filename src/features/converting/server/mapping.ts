/** The table that says what each category of the other shop becomes: a person fills it in. */
import { z } from 'zod';
import { CATEGORY_GROUPS, type CategoryGroup } from '#src/features/catalogue/category-group.ts';
import { KINDS, type Kind } from '#src/features/catalogue/facts.ts';
import { NET_UNITS, type NetUnit } from '#src/features/catalogue/price.ts';
import { LABEL_COLUMNS, type CategoryLabels } from '#src/features/catalogue/server/category-label.ts';
import { choice, decimal, numberChoice, slug, text } from '#src/features/editing/server/cells.ts';
import { formatOf, LENGTHS, RANGES, type CategoryRow } from '#src/features/editing/server/product-row.ts';
import { readTable } from '#src/server/content/csv-table.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { fold } from '#src/shared/fold.ts';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import type { ForeignItem } from '../foreign-item.ts';

export const MAPPING = 'mapping.csv';
/** In `category_product`: the products of this category stay behind. */
export const SKIP = 'skip';
const LONGEST_NAME = 300;
/** Written for products without a category, because a spreadsheet needs something to show. */
const NONE = '-';

const label = text(LENGTHS.label).optional();
const rowSchema = z.object({
  theirs: text(LONGEST_NAME),
  /** How many products it has. Not read. */
  products: z.string().optional(),
  category_product: slug().optional(),
  kind: choice(KINDS).optional(),
  vat_rate: numberChoice([7, 19]).optional(),
  net_quantity: decimal(RANGES.net_quantity).optional(),
  net_unit: choice(NET_UNITS).optional(),
  group: choice(CATEGORY_GROUPS).optional(),
  ...(Object.fromEntries(LABEL_COLUMNS.map(({ name }) => [name, label])) as Record<keyof CategoryLabels, typeof label>),
});
const COLUMNS = Object.keys(rowSchema.shape);

/** What one category of the other shop becomes. */
export interface MappedCategory {
  /** '' for products without one. */
  theirs: string;
  products: number;
  category?: string | undefined;
  kind?: Kind | undefined;
  vatRate?: 7 | 19 | undefined;
  netQuantity?: number | undefined;
  netUnit?: NetUnit | undefined;
  /** For a category that this shop does not have yet. */
  group?: CategoryGroup | undefined;
  labels: Partial<CategoryLabels>;
}

/** Spreadsheets keep the ' before a text that begins like a formula. */
const keyOf = (theirs: string): string => (theirs === NONE ? '' : theirs.replace(/^'/, '').trim());

export function readMapping(bytes: Uint8Array, mistakes: Mistake[]): MappedCategory[] {
  return readTable(MAPPING, bytes, formatOf(rowSchema), mistakes).flatMap(({ line, cells }) => {
    const { success, data, error } = rowSchema.safeParse(cells);
    for (const { path: at, message } of error?.issues ?? [])
      mistakes.push({ file: MAPPING, line, field: String(at[0]), message });
    if (!success) return [];
    const { theirs, category_product: category, kind, vat_rate, net_quantity, net_unit, group, ...rest } = data;
    const { products: _, ...labels } = rest;
    return [
      {
        ...{ theirs: keyOf(theirs), products: 0, category, kind, group, labels },
        ...{ vatRate: vat_rate, netQuantity: net_quantity, netUnit: net_unit },
      },
    ];
  });
}

export function writeMapping(rows: readonly MappedCategory[]): string {
  const cells = rows.map((row) => {
    const values: Record<string, string | number | undefined> = {
      ...{ ...row.labels, theirs: row.theirs || NONE, products: row.products, category_product: row.category },
      ...{ kind: row.kind, vat_rate: row.vatRate, group: row.group, net_unit: row.netUnit },
      net_quantity: row.netQuantity,
    };
    return COLUMNS.map((column) => String(values[column] ?? ''));
  });
  return spreadsheetTable([COLUMNS, ...cells]);
}

/** A row for each category of the items: as it was filled in, else with what the names say. */
export function mappingOf(
  items: readonly ForeignItem[],
  given: readonly MappedCategory[],
  categories: readonly CategoryRow[],
): MappedCategory[] {
  const filled = new Map(given.map((row) => [row.theirs, row]));
  return [...Map.groupBy(items, ({ category }) => category.slice(0, LONGEST_NAME))]
    .map(([theirs, own]): MappedCategory => {
      const named = { theirs, products: own.length };
      return { labels: {}, category: categoryNamed(theirs, categories), ...filled.get(theirs), ...named };
    })
    .sort((a, b) => a.theirs.localeCompare(b.theirs));
}

/** The category of this shop with the same name in one of its languages. */
function categoryNamed(theirs: string, categories: readonly CategoryRow[]): string | undefined {
  const name = fold(theirs.split('>').at(-1)!.trim());
  return categories.find((row) => LABEL_COLUMNS.some((column) => fold(row[column.name] ?? '') === name))?.slug;
}

/** What a row still lacks: columns of the table. */
export function openCells(row: MappedCategory, isKnown: (slug: string) => boolean, needsVat: boolean): string[] {
  if (row.category === SKIP) return [];
  const cells: Record<string, unknown> = {
    ...{ category_product: row.category, kind: row.kind, ...(needsVat && { vat_rate: row.vatRate }) },
    ...(row.category !== undefined &&
      !isKnown(row.category) && {
        group: row.group,
        ...Object.fromEntries(
          LABEL_COLUMNS.filter(({ isNeeded }) => isNeeded).map(({ name }) => [name, row.labels[name]]),
        ),
      }),
  };
  return Object.keys(cells).filter((column) => cells[column] === undefined);
}

/** The categories that the table adds to those of the shop. */
export function newCategories(rows: readonly MappedCategory[], isKnown: (slug: string) => boolean): CategoryRow[] {
  const added = new Map<string, CategoryRow>();
  for (const { category, group, labels } of rows)
    if (category !== undefined && category !== SKIP && !isKnown(category) && group && !added.has(category))
      added.set(category, { slug: category, group, ...(labels as CategoryLabels) });
  return [...added.values()];
}
