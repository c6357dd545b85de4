/** Joins products of one family, and says on a card that there are others. */
import { formatNumber, formatPrice } from '#src/i18n/format.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { NetQuantity } from '../price.ts';
import type { ProductSummary } from '../product.ts';
import { areSizes, CONTENT_SCALE, familyOf, lastingOf, type Variant } from './variant.ts';

export type VariantSource = Pick<
  ProductSummary,
  'id' | 'slug' | 'code' | 'variantOf' | 'variantLabel' | 'soldUntil' | 'netQuantity' | 'price' | 'quantityAvailable'
>;

/** `500 g`, `10 pieces`. */
export const contentText = (t: Translate, { value, unit }: NetQuantity): string =>
  unit === 'piece' ? t('catalogue:product.pieces', { count: value }) : `${formatNumber(value)} ${unit}`;

const inNumbers = new Intl.Collator('pt-BR', { numeric: true });

/** The variants of each family with several products: named ones in the order of their labels, then by content. */
export function variantsOf(products: Iterable<VariantSource>, t: Translate): Map<string, Variant[]> {
  const families = new Map<string, VariantSource[]>();
  for (const product of products) {
    const family = families.get(familyOf(product));
    if (family) family.push(product);
    else families.set(familyOf(product), [product]);
  }
  return new Map(
    [...families]
      .filter(([, family]) => family.length > 1)
      .map(([first, family]) => [first, family.sort(compare).map((product) => toVariant(product, t))]),
  );
}

const amountOf = ({ netQuantity: { value, unit } }: VariantSource) => value * CONTENT_SCALE[unit];

const compare = (a: VariantSource, b: VariantSource): number =>
  Number(a.variantLabel === '') - Number(b.variantLabel === '') ||
  inNumbers.compare(a.variantLabel, b.variantLabel) ||
  amountOf(a) - amountOf(b) ||
  a.id - b.id;

const labelOf = (product: Pick<ProductSummary, 'variantLabel' | 'netQuantity'>, t: Translate): string =>
  product.variantLabel || contentText(t, product.netQuantity);

const toVariant = (product: VariantSource, t: Translate): Variant => ({
  id: product.id,
  slug: product.slug,
  code: product.code,
  label: labelOf(product, t),
  isContent: product.variantLabel === '',
  ...(product.soldUntil && { soldUntil: product.soldUntil }),
  price: product.price,
  quantityAvailable: product.quantityAvailable,
});

/** Adds the variants to the products of a whole catalogue. */
export function joinFamilies<P extends ProductSummary>(products: readonly P[], t: Translate): P[] {
  const families = variantsOf(products, t);
  // A sale changes the pages of a whole family only when it takes the last unit.
  for (const variant of [...families.values()].flat())
    variant.quantityAvailable = Math.min(1, variant.quantityAvailable);
  return withVariants(products, families);
}

/** `families`: by the code of the first product. */
export const withVariants = <P extends ProductSummary>(
  products: readonly P[],
  families: ReadonlyMap<string, Variant[]>,
): P[] =>
  products.map((product) => {
    const variants = families.get(familyOf(product));
    return variants ? { ...product, variants } : product;
  });

/** "3 sizes from 3,99 €": how many variants can be bought; '' for fewer than two. */
export function familyLine(t: Translate, variants: readonly Variant[] = []): string {
  const left = lastingOf(variants).filter(({ quantityAvailable }) => quantityAvailable > 0);
  if (left.length < 2) return '';
  const prices = left.map(({ price }) => price);
  const least = Math.min(...prices);
  const differs = least < Math.max(...prices);
  const values = { number: left.length, price: formatPrice(least) };
  if (areSizes(variants)) return t(differs ? 'catalogue:family.sizesFrom' : 'catalogue:family.sizes', values);
  return t(differs ? 'catalogue:family.othersFrom' : 'catalogue:family.others', values);
}

/** A product's name where others of its family have the same one, such as in a list of search results elsewhere. */
export function fullName({ id, name, variants }: Pick<ProductSummary, 'id' | 'name' | 'variants'>): string {
  const own = variants?.find((variant) => variant.id === id);
  return own ? withLabel(name, own.label) : name;
}

const withLabel = (name: string, label: string): string => (name.includes(label) ? name : `${name}, ${label}`);

/** Says in the names what differs: where editors named it, or a cart contains several of a family with the same name. */
export function tellApart<P extends ProductSummary>(products: readonly P[], t: Translate): P[] {
  const alike = Map.groupBy(products, (product) => `${familyOf(product)} ${product.name}`);
  return products.map((product) =>
    product.variantLabel || alike.get(`${familyOf(product)} ${product.name}`)!.length > 1
      ? { ...product, name: withLabel(product.name, labelOf(product, t)) }
      : product,
  );
}
