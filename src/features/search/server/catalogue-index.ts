import { wordKey } from '#src/shared/fold.ts';
import { slugify } from '#src/features/catalogue/slug.ts';
import { learnCompounds } from '#src/features/search/compounds.ts';
import type { Filterable } from '#src/features/search/filters.ts';
import type { NotSoldTerms } from '#src/features/search/not-sold.ts';
import { parseQuery, type Query, type QueryWord } from '#src/features/search/query.ts';
import { isSameTerm, termWords, type Synonyms, type Term } from '#src/features/search/synonyms.ts';
import { takeSizes, type Size } from '#src/features/search/words.ts';
import { collectWords, createDocumentMaker, nameKey, type IndexedProduct } from './document.ts';
import { findAll, findNear, type Found, type Lookup } from './find.ts';
import { TermIndex } from './term-index.ts';

/** The data of a product that lists, filters and sort orders use without a database query. */
export interface Entry extends Filterable {
  brand: string;
  /** Position in the shop's order, and in the order by name. */
  order: number;
  nameOrder: number;
  nameKey: string;
  /** Code and bar code as keys. */
  codes: string[];
  /** The net quantity, and quantities in the name, for example the volume of a cup. */
  sizes: Size[];
}

/** Each category's labels in all languages, by slug. */
type Labels = ReadonlyMap<string, readonly Term[]>;

const SIZE_BONUS = 1.5;
/** A sold-out product ranks below an available one with half its relevance. */
const SOLD_OUT_SHARE = 0.5;

export class CatalogueIndex {
  /** All products for sale, in the shop's order. */
  readonly entries: readonly Entry[];
  /** Brands' names by slug. */
  readonly brands: ReadonlyMap<string, string>;
  readonly #byId: ReadonlyMap<number, Entry>;
  readonly #byCode: ReadonlyMap<string, readonly Entry[]>;
  readonly #labels: Labels;
  readonly #lookup: Lookup;
  readonly #notSold: NotSoldTerms;

  constructor(entries: readonly Entry[], labels: Labels, lookup: Lookup, notSold: NotSoldTerms) {
    this.#notSold = notSold;
    this.entries = entries;
    // If a brand has two spellings, the first product's spelling is used.
    this.brands = new Map(
      entries
        .filter(({ brandSlug }) => brandSlug)
        .map(({ brandSlug, brand }) => [brandSlug, brand] as const)
        .reverse(),
    );
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#byCode = byCode(entries);
    this.#labels = labels;
    this.#lookup = lookup;
  }

  /**
   * Products that match a term, ordered by relevance; for an empty term all of them in the shop's order, sold-out ones
   * last.
   */
  find(term: string, soldOut: ReadonlySet<number>): readonly Entry[] {
    const query = parseQuery(term);
    const withCode = this.#byCode.get(codeOf(query));
    if (withCode) return withCode;
    if (query.words.length > 0) return this.#rank(query, findAll(this.#lookup, query, !this.isNotSold(term)), soldOut);
    const entries = term.trim() === '' ? this.entries : this.entries.filter((entry) => hasSize(entry, query));
    return soldOutLast(entries, soldOut);
  }

  /** Whether the term names something that the shop is known not to sell. */
  isNotSold(term: string): boolean {
    return this.#notSold.find(parseQuery(term).words) !== undefined;
  }

  /**
   * Products that match a part of the term or a similar word, all of the same group of categories as the best of them.
   */
  findNear(term: string, soldOut: ReadonlySet<number>): readonly Entry[] {
    const query = parseQuery(term);
    const notSold = this.#notSold.find(query.words);
    if (notSold) return this.#insteadOf(notSold, soldOut);
    const near = this.#rank(query, findNear(this.#lookup, query), soldOut);
    return near.filter(({ group }) => group === near[0]?.group);
  }

  /**
   * Products that match the other words, of the same group of categories; then the category's products, sold-out ones
   * last.
   */
  #insteadOf(
    { category, otherWords }: { category: string; otherWords: QueryWord[] },
    soldOut: ReadonlySet<number>,
  ): readonly Entry[] {
    const inCategory = this.entries.filter(({ categorySlug }) => categorySlug === category);
    const query = { words: otherWords, sizes: [] };
    const near = this.#rank(query, findNear(this.#lookup, query), soldOut).filter(
      ({ group }) => group === inCategory[0]?.group,
    );
    return [...new Set([...near, ...soldOutLast(inCategory, soldOut)])];
  }

  #rank(query: Query, found: Found[], soldOut: ReadonlySet<number>): Entry[] {
    const asked = [...this.#labels].flatMap(([slug, labels]) =>
      labels.some((label) => isSameTerm(label, query.words)) ? [slug] : [],
    );
    const ranked = found.flatMap(({ id, score, words, aside }) => {
      const entry = this.#byId.get(id);
      if (!entry) return [];
      const isSoldOut = soldOut.has(id);
      const share = (hasSize(entry, query) ? SIZE_BONUS : 1) * (isSoldOut ? SOLD_OUT_SHARE : 1);
      const tier = tierOf(entry, query, { aside, isSoldOut, isAsked: asked.includes(entry.categorySlug) });
      return [{ entry, words, tier, score: score * share }];
    });
    const entries = ranked
      .sort((a, b) => b.words - a.words || a.tier - b.tier || b.score - a.score || a.entry.order - b.entry.order)
      .map(({ entry }) => entry);
    return arrangeFamilies(entries, (entry) => (soldOut.has(entry.id) ? 2 : 0) + (hasSize(entry, query) ? 0 : 1));
  }
}

/** Families keep their places. Inside one, what is in stock comes first, then the requested content. */
function arrangeFamilies(entries: Entry[], lessFitting: (entry: Entry) => number): Entry[] {
  const families = Map.groupBy(
    entries.filter(({ family }) => family !== undefined),
    ({ family }) => family,
  );
  if (families.size === 0) return entries;
  for (const family of families.values()) family.sort((a, b) => lessFitting(a) - lessFitting(b));
  return entries.map((entry) => families.get(entry.family)?.shift() ?? entry);
}

const soldOutLast = (entries: readonly Entry[], soldOut: ReadonlySet<number>): readonly Entry[] => [
  ...entries.filter(({ id }) => !soldOut.has(id)),
  ...entries.filter(({ id }) => soldOut.has(id)),
];

/** The query's words joined to a product code: "beb 001" is BEB-001. */
const codeOf = ({ words }: Query): string => words.map(({ key }) => key).join('');

function byCode(entries: readonly Entry[]): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  for (const entry of entries) for (const code of entry.codes) found.set(code, [...(found.get(code) ?? []), entry]);
  return found;
}

const hasSize = (entry: Entry, { sizes }: Query): boolean =>
  sizes.some(({ amount, unit }) => entry.sizes.some((size) => size.amount === amount && size.unit === unit));

interface Standing {
  /** The words occur only in the part of a subtitle that does not name the product. */
  aside: boolean;
  isSoldOut: boolean;
  /** The term is the name of the product's category. */
  isAsked: boolean;
}

/**
 * What the term matches: 1 the whole name, 2 the name's first words, 3 the first letters of the name, 4 the category's
 * name, 5 anything else, 6 only the end of a subtitle. Tiers 2 and 3 must not rank a sold-out product above available
 * ones.
 */
function tierOf({ nameKey: name }: Entry, { words }: Query, { aside, isSoldOut, isAsked }: Standing): number {
  const asked = words.map(({ key }) => key).join(' ');
  const own = name.split(' ');
  const inflected = words.every(({ key, stems }, at) => own[at] === key || stems.includes(own[at] ?? ''));
  if (name === asked || (inflected && own.length === words.length)) return 1;
  if (!isSoldOut && (inflected || name.startsWith(`${asked} `))) return 2;
  if (!isSoldOut && name.startsWith(asked)) return 3;
  if (isAsked) return 4;
  return aside ? 6 : 5;
}

/** Builds an index. The generator yields where it may be interrupted. */
export function* buildIndex(
  products: readonly IndexedProduct[],
  synonyms: Synonyms,
  notSold: NotSoldTerms,
): Generator<void, CatalogueIndex> {
  const german = new Set<string>();
  const others = new Set<string>();
  for (const product of products) {
    collectWords(product, german, others);
    yield;
  }
  const splitter = yield* learnCompounds(german, others);
  const toDocument = createDocumentMaker(splitter);
  const terms = new TermIndex();
  const labels = new Map<string, Term[]>();
  for (const product of products) {
    terms.add(toDocument(product));
    if (!labels.has(product.categorySlug))
      labels.set(product.categorySlug, Object.values(product.labels).map(termWords));
    yield;
  }
  const byName = [...products].sort((a, b) => compare(a.sortName, b.sortName) || a.id - b.id);
  yield;
  const nameOrder = new Map(byName.map(({ id }, at) => [id, at]));
  const inOrder = [...products].sort((a, b) => a.rank - b.rank || compare(a.sortName, b.sortName) || a.id - b.id);
  yield;
  const firsts = new Set(inOrder.map(({ variantOf }) => variantOf));
  const entries: Entry[] = [];
  for (const product of inOrder) {
    const family = product.variantOf ?? (firsts.has(product.code) ? product.code : undefined);
    entries.push({ ...toIndexEntry(product, entries.length, nameOrder.get(product.id) ?? 0), family });
    yield;
  }
  return new CatalogueIndex(entries, labels, { index: terms, splitter, synonyms }, notSold);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const SCALE: Record<string, Size | undefined> = {
  g: { amount: 1, unit: 'g' },
  kg: { amount: 1000, unit: 'g' },
  ml: { amount: 1, unit: 'ml' },
  l: { amount: 1000, unit: 'ml' },
};

function toIndexEntry(
  { id, name, brand, code, ean, group, categorySlug, price, isReduced, listed, netQuantity }: IndexedProduct,
  order: number,
  nameOrder: number,
): Entry {
  const scale = SCALE[netQuantity.unit];
  return {
    id,
    group,
    categorySlug,
    brand,
    brandSlug: slugify(brand),
    price,
    isReduced,
    listed,
    order,
    nameOrder,
    nameKey: nameKey(name),
    codes: [code.toLowerCase().replace(/[^a-z0-9]/g, ''), ean].filter(Boolean).map(wordKey),
    sizes: [
      ...(scale ? [{ amount: Math.round(netQuantity.value * scale.amount), unit: scale.unit }] : []),
      ...takeSizes(name).sizes,
    ],
  };
}
