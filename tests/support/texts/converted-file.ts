/** What an export of another shop becomes, by code. */
import type { Kind } from '#src/features/catalogue/facts.ts';
import type { ForeignCatalogue } from '#src/features/converting/foreign-item.ts';
import { convertItems } from '#src/features/converting/server/convert-items.ts';
import { COMMAND_LIMITS, readForeignTable } from '#src/features/converting/server/foreign-table.ts';
import type { ForeignTable } from '#src/features/converting/server/foreign-table.ts';
import { mappingOf } from '#src/features/converting/server/mapping.ts';

export type Read = (table: ForeignTable, today: string) => ForeignCatalogue;

export async function convertFile(file: Buffer, read: Read, kind: Kind = 'food') {
  const table = readForeignTable(file, COMMAND_LIMITS);
  if (!table.ok) throw new Error(table.error.kind);
  const { items, notices } = read(table.value, '2026-11-29');
  const mapping = mappingOf(items, [], []).map((row) => ({ ...row, category: 'cat', kind }));
  const converted = await convertItems(items, { locale: 'de-DE', mapping, own: new Map(), taken: new Set() });
  return {
    cells: Object.fromEntries(
      converted.products.map(({ code, cells: { category_product: _, kind: __, ...cells } }) => [code, cells]),
    ),
    texts: Object.fromEntries(converted.products.map(({ code, text }) => [code, text])),
    pictures: Object.fromEntries(
      converted.products.map(({ code, pictures }) => [
        code,
        pictures.map(({ source }) => source.split(/[/\\]/).at(-1)),
      ]),
    ),
    redirects: converted.redirects,
    notices: [...notices, ...converted.notices].map(({ kind, product, code }) => `${code ?? product}: ${kind}`),
    categories: mapping.map(({ theirs, products }) => `${theirs}: ${products}`),
  };
}
