/** Rules across the products of a family: a first product and its variants. */
import type { Reader } from '#src/server/db/database.ts';
import type { Mistake, Reason } from '#src/server/content/mistake.ts';
import { MOST_VARIANTS } from '#src/features/catalogue/variants/variant.ts';
import { variantLabels } from '../catalogue-entry.ts';
import { findFamilyRows } from '../catalogue-read.repository.ts';
import type { PlacedProduct } from '../compile-product.ts';
import type { Placed } from '../import/catalogue-files.ts';
import type { ProductRow } from '../product-row.ts';

/** A product that the shop has after the change. */
export interface Member {
  code: string;
  variantOf: string | undefined;
  /** What distinguishes it for shoppers: its labels, otherwise its content. */
  look: string;
  /** undefined: the change does not contain the product. */
  place: Pick<Mistake, 'file' | 'line'> | undefined;
}

const lookOf = (labels: string, quantity: number, unit: string) => (labels === '{}' ? `${quantity} ${unit}` : labels);

export const toMember = ({ file, line, row }: Pick<Placed<ProductRow>, 'file' | 'line' | 'row'>): Member => ({
  code: row.cod_catalog,
  variantOf: row.variant_of,
  look: lookOf(JSON.stringify(variantLabels(row)), row.net_quantity, row.net_unit),
  place: { file, line },
});

const toStoredMember = (row: Awaited<ReturnType<typeof findFamilyRows>>[number]): Member => ({
  code: row.cod_catalog,
  variantOf: row.variant_of ?? undefined,
  look: lookOf(row.variant_labels, row.net_quantity, row.net_unit),
  place: undefined,
});

/** `members`: all products that belong to families or are named as their first ones. */
export function checkFamilies(members: readonly Member[]): Mistake[] {
  const byCode = new Map(members.map((member) => [member.code, member]));
  const wrong = members.flatMap((member) => mistakeOf(member, byCode) ?? []);
  if (wrong.length > 0) return wrong;
  // A code used by two rows is reported as a mistake of its own.
  const families = Map.groupBy(byCode.values(), ({ code, variantOf = code }) => variantOf);
  return [...families.values()].filter((family) => family.length > 1).flatMap(checkFamily);
}

function mistakeOf(member: Member, byCode: ReadonlyMap<string, Member>): Mistake | undefined {
  const { code, variantOf: first } = member;
  if (first === undefined) return undefined;
  if (first === code)
    return mistake(member, `is ${code} itself. Write the code of the first product, or leave it empty.`, {
      key: 'variantOfItself',
    });
  const found = byCode.get(first);
  if (!found)
    return mistake(member, `the shop has no product ${first}. Correct the code, or leave it empty.`, {
      key: 'variantUnknown',
      values: { code, first },
    });
  if (found.variantOf === undefined || found.variantOf === first) return undefined;
  return mistake(member, `${first} is itself a variant. Write ${found.variantOf}.`, {
    key: 'variantChain',
    values: { code, first, other: found.variantOf },
  });
}

function checkFamily(family: Member[]): Mistake[] {
  const [first] = family.map(({ code, variantOf = code }) => variantOf);
  const at = family.findLast(({ place }) => place !== undefined) ?? family[0]!;
  if (family.length > MOST_VARIANTS)
    return [
      mistake(at, `${first} and its variants are ${family.length} products. At most ${MOST_VARIANTS} are possible.`, {
        key: 'variantsTooMany',
        values: { first: first!, count: family.length, most: MOST_VARIANTS },
      }),
    ];
  return [...Map.groupBy(family, ({ look }) => look).values()]
    .filter((alike) => alike.length > 1)
    .map((alike) => {
      const changed = alike.findLast(({ place }) => place !== undefined) ?? alike[0]!;
      const other = alike.find((member) => member !== changed)!;
      const message =
        `${changed.code} looks like its variant ${other.code}. ` +
        'Write what differs in variant_pt, variant_de and variant_en.';
      return mistake(changed, message, { key: 'variantsAlike', values: { code: changed.code, other: other.code } });
    });
}

const mistake = ({ place }: Member, message: string, reason: Reason): Mistake => ({
  ...(place ?? { file: 'desk' }),
  field: 'variant_of',
  message,
  reason,
});

/**
 * Checks the families in these rows of files. A first product may be in the shop only; what the import makes of both is
 * checked after the merge.
 */
export async function checkFamiliesOf(db: Reader, products: readonly Placed<ProductRow>[]): Promise<Mistake[]> {
  const own = products.filter(({ absent }) => !absent?.has('variant_of')).map(toMember);
  const codes = new Set(own.map(({ code }) => code));
  const missing = own.flatMap(({ variantOf }) => (variantOf && !codes.has(variantOf) ? [variantOf] : []));
  const stored = missing.length > 0 ? await findFamilyRows(db, missing) : [];
  const named = stored.filter(({ cod_catalog }) => missing.includes(cod_catalog)).map(toStoredMember);
  return checkFamilies([...named, ...own]);
}

/** Checks the families after a change of these products. `gone`: codes of those that leave the shop. */
export async function checkChangedFamilies(
  db: Reader,
  changed: readonly Pick<PlacedProduct, 'file' | 'line' | 'row'>[],
  gone: ReadonlySet<string> = new Set(),
): Promise<Mistake[]> {
  const own = changed.map(toMember);
  const codes = new Set(own.map(({ code }) => code));
  const rows = await findFamilyRows(
    db,
    own.flatMap(({ variantOf }) => variantOf ?? []),
  );
  const others = rows
    .filter(({ cod_catalog }) => !codes.has(cod_catalog) && !gone.has(cod_catalog))
    .map(toStoredMember);
  return checkFamilies([...others, ...own]);
}
