import type { Context } from '#src/server/context.ts';
import { fold } from '#src/shared/fold.ts';
import type { Fields } from '../server/catalogue-fields.ts';
import { findNewDrafts, findPlannedProducts, pageOfProducts, type ProductListFilter } from '../server/product-list.repository.ts';
import { findVersions } from '../server/sources.repository.ts';

export interface ProductLine {
  code: string;
  name: string;
  /** undefined: not in the shop yet. */
  quantity: number | undefined;
  isLocked: boolean;
  /** undefined where no import of this version has read the product, and while a plan holds it: then it cannot be changed here. */
  draft: Fields | undefined;
  base: string;
  state: 'live' | 'changed' | 'new' | 'planned' | 'gone' | 'unknown';
}

/** One page of the products, with what their drafts say. New and planned products come first on the first page. */
export async function loadProducts(
  { db }: Context,
  filter: ProductListFilter,
  { size, page }: { size: number; page: number },
): Promise<{ lines: ProductLine[]; total: number }> {
  const { rows, total } = await pageOfProducts(db.read, filter, size, (page - 1) * size);
  const asksForNew = filter.state === undefined || filter.state === 'waiting';
  const fresh = asksForNew ? await findNewDrafts(db.read) : [];
  const planned = asksForNew ? await findPlannedProducts(db.read) : [];
  const versions = await findVersions(db.read, [
    ...[...rows, ...fresh].map(({ draft }) => draft ?? null),
    ...planned.map(({ after }) => after),
  ]);
  const lines = rows.map((row): ProductLine => {
    const draft = versions.get(row.draft ?? '');
    const { code, name, quantity, locked: isLocked } = row;
    return { code, name: draft?.product_name ?? name, quantity, isLocked, draft, base: row.draft ?? '', state: stateOf(row) };
  });
  const isAsked = (draft: Fields, code: string) =>
    (filter.category === '' || draft.category_product === filter.category) &&
    fold(`${draft.product_name} ${code}`).includes(fold(filter.text));
  const notInShop = { quantity: undefined, isLocked: false };
  const newLines = fresh.flatMap((row): ProductLine[] => {
    const draft = versions.get(row.draft ?? '')!;
    if (!isAsked(draft, row.key)) return [];
    return [{ ...notInShop, code: row.key, name: draft.product_name ?? row.key, draft, base: row.draft ?? '', state: 'new' }];
  });
  const plannedLines = planned.flatMap(({ key, after }): ProductLine[] => {
    const fields = versions.get(after ?? '');
    if (!fields || !isAsked(fields, key)) return [];
    return [{ ...notInShop, code: key, name: fields.product_name ?? key, draft: undefined, base: '', state: 'planned' }];
  });
  const first = [...newLines, ...plannedLines];
  return { lines: page === 1 ? [...first, ...lines] : lines, total: total + first.length };
}

function stateOf({ draft, published }: { draft: string | null | undefined; published: string | null | undefined }): ProductLine['state'] {
  if (draft === undefined) return 'unknown';
  if (draft === null) return 'gone';
  return draft === published ? 'live' : 'changed';
}
