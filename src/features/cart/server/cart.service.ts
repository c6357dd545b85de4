import type { z } from 'zod';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { findProducts } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findSetParts } from '#src/features/catalogue/server/sets.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import { findWeighables } from '#src/features/catalogue/server/weight.repository.ts';
import { weightOf } from '#src/features/catalogue/weight.ts';
import { tellApart } from '#src/features/catalogue/variants/families.ts';
import type { CodeLine } from '#src/features/codes/code.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { DeliveryMethod } from '#src/shared/delivery/delivery-method.ts';
import { toEuro, type Cents } from '#src/shared/money.ts';
import { isByWeight, termsBy, termsFor } from '#src/shared/delivery/shipping-price.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import { isOrderable, MAX_UNITS, problemsOf, type LineProblem } from '../cart.ts';
import type { CART_PROBLEMS, cartInputSchema } from '../cart.schema.ts';
import { totalsOf, type Totals } from '../totals.ts';
import { quoteCode, type QuotedCode, type RefusedCode } from '#src/features/codes/server/quote-code.ts';
import type { CodeUser } from '#src/features/codes/server/code.repository.ts';
import { quoteVoucher, type QuotedVoucher, type RefusedVoucher } from '#src/features/vouchers/server/quote-voucher.ts';
import type { VoucherUser } from '#src/features/vouchers/server/voucher.repository.ts';
import { describeCode } from './code-in-cart.ts';
import { discountedLines, findShortLines, soldLines, type SoldLine } from './sold-lines.ts';

type InputLine = z.output<typeof cartInputSchema>['lines'][number];

interface QuotedLine {
  product: ProductSummary;
  quantity: number;
  problems: LineProblem[];
}

interface QuoteProblem {
  productId: number;
  code: (typeof CART_PROBLEMS)[number];
}

export interface CartQuote {
  lines: QuotedLine[];
  /** What the order would contain: the orderable lines, and of a set its parts. */
  sold: SoldLine[];
  /** Totals of the orderable lines, after the discount. */
  totals: Totals;
  /** What a code takes off them. */
  discount?: CodeDiscount;
  /** Why the code takes nothing off. */
  refusedCode?: RefusedCode;
  /** The conditions of the code in words. */
  codeTerms?: string | undefined;
  /** What a gift voucher pays of the total. */
  voucher?: QuotedVoucher;
  /** Why the voucher pays nothing. */
  refusedVoucher?: RefusedVoucher;
  /** How much of the shipping is for the faster delivery. */
  fastSurcharge: Cents;
  problems: QuoteProblem[];
}

/** A discount by a code. */
export interface CodeDiscount {
  code: string;
  /** Off the goods. */
  goods: Cents;
  /** Off the shipping. */
  shipping: Cents;
}

/** PostgreSQL refuses a query for a larger integer. */
const LARGEST_ID = 2 ** 31 - 1;

/** Units that the caller’s open checkout holds, by product. The caller may order them again. */
export type OwnHolds = ReadonlyMap<number, number>;

interface QuoteOptions {
  ownHolds?: OwnHolds;
  deliveryMethod?: DeliveryMethod | undefined;
  /** The postal code of the delivery; undefined while it is not known. */
  postalCode?: string | undefined;
  /** The lines travel in the parcel of another order, which has paid for it. */
  isExtra?: boolean;
  /** A discount code as typed, and who wants to use it. */
  code?: { typed: string; user: CodeUser } | undefined;
  /** The code of a gift voucher as typed, and whose checkouts are replaced. */
  voucher?: { typed: string; user: VoucherUser } | undefined;
}

/** What is to be paid beside the voucher. */
export const dueOfCart = ({ totals, voucher }: Pick<CartQuote, 'totals' | 'voucher'>): Cents =>
  totals.total - (voucher?.used ?? 0);

/**
 * Prices a cart from the database. The browser’s prices only serve to report a change. `db`: the context's, or the
 * caller's transaction.
 */
export async function priceCart(
  { shop, now }: Pick<Context, 'shop' | 'now'>,
  db: Reader,
  locale: Locale,
  input: InputLine[],
  { ownHolds = new Map(), deliveryMethod = 'standard', postalCode, isExtra = false, code, voucher }: QuoteOptions = {},
): Promise<CartQuote> {
  const { lines, parts, unknown } = await quoteLines({ shop }, db, locale, input, ownHolds);
  const orderable = lines.filter(({ problems }) => isOrderable(problems));
  const sold = soldLines(orderable, parts);
  const usual = isExtra
    ? { ...shop.terms, shipping: 0 }
    : termsFor(shop.terms, { grams: await weigh(db, shop.terms, sold), postalCode });
  const standard = totalsOf(sold.map(toPriced), usual);
  const method = isExtra ? 'standard' : deliveryMethod;
  const { fastDelivery } = shop;
  const terms = termsBy(method, usual, { goods: standard.subtotal, fastDelivery });
  const listed = totalsOf(sold.map(toPriced), terms);
  const fastSurcharge = method === 'fast' ? listed.shipping - standard.shipping : 0;
  const quoted =
    code &&
    sold.length > 0 &&
    (await quoteCode({ now }, db, locale, code.typed, {
      lines: sold.map(toCodeLine),
      shipping: listed.shipping - fastSurcharge,
      user: code.user,
    }));
  const quotedCode = quoted && (quoted.ok ? quoted.value : quoted.error).found;
  const priced = quoted && quoted.ok ? withDiscount(sold, listed, terms, quoted.value) : { sold, totals: listed };
  const { total } = priced.totals;
  const quotedVoucher =
    voucher && total > 0 && (await quoteVoucher({ now }, db, locale, voucher.typed, { total, user: voucher.user }));
  return {
    lines,
    ...priced,
    ...(quotedVoucher &&
      (quotedVoucher.ok ? { voucher: quotedVoucher.value } : { refusedVoucher: quotedVoucher.error })),
    ...(quoted && !quoted.ok && { refusedCode: quoted.error }),
    ...(quotedCode && { codeTerms: await describeCode({ shop }, db, quotedCode, locale) }),
    fastSurcharge,
    problems: [
      ...lines.flatMap(({ product, problems }) => problems.map((code) => ({ productId: product.id, code }))),
      ...unknown.map((productId) => ({ productId, code: 'unknown' as const })),
    ],
  };
}

/** Prices the lines and names their problems; also returns the parts of sets, and the unknown products. */
async function quoteLines(
  { shop }: Pick<Context, 'shop'>,
  db: Reader,
  locale: Locale,
  input: InputLine[],
  ownHolds: OwnHolds,
) {
  const requested = addUp(input);
  const ids = [...requested.keys()];
  const possible = ids.filter((id) => id <= LARGEST_ID);
  const found = possible.length
    ? await findProducts(db, viewIn({ shop }, locale), { ids: possible }, { limit: possible.length, offset: 0 })
    : [];
  const products = new Map(
    tellApart(found, translator(locale)).map((product) => {
      const held = product.saleLocked ? 0 : (ownHolds.get(product.id) ?? 0);
      return [product.id, { ...product, quantityAvailable: product.quantityAvailable + held }];
    }),
  );
  const lines = ids.flatMap((id) => {
    const product = products.get(id);
    if (!product) return [];
    const { quantity, price } = requested.get(id)!;
    const problems = problemsOf(
      { quantity, price },
      { ...product, price: toEuro(product.price), available: product.quantityAvailable },
    );
    return [{ product, quantity: Math.min(MAX_UNITS, quantity), problems }];
  });
  const parts = await findSetParts(db, viewIn({ shop }, locale), possible);
  for (const { line, left } of findShortLines(
    lines.filter(({ problems }) => isOrderable(problems)),
    parts,
    ownHolds,
  )) {
    line.problems.push('sold_out');
    line.product = { ...line.product, quantityAvailable: left };
  }
  return { lines, parts, unknown: ids.filter((id) => !products.has(id)) };
}

const toPriced = ({ product, quantity }: SoldLine) => ({ ...product, quantity });

function toCodeLine({ product, quantity, set }: SoldLine): CodeLine {
  const { price, vatRate } = product;
  return { price, vatRate, quantity, bought: set?.product ?? product };
}

/** Free shipping from a value on is measured before the discount, as the listed totals say. */
function withDiscount(
  sold: SoldLine[],
  listed: Totals,
  terms: ShopTerms,
  { found: { code }, lines, shipping: off }: QuotedCode,
): Pick<CartQuote, 'sold' | 'totals' | 'discount'> {
  const discounted = discountedLines(sold, lines);
  const shipping = listed.shipping - off;
  const totals = totalsOf(discounted.map(toPriced), { ...terms, shipping, freeFrom: undefined });
  return {
    sold: discounted,
    totals: { ...totals, freeShippingLeft: off > 0 ? 0 : listed.freeShippingLeft },
    discount: { code, goods: listed.subtotal - totals.subtotal, shipping: off },
  };
}

async function weigh(db: Reader, terms: ShopTerms, lines: readonly SoldLine[]): Promise<number> {
  if (!isByWeight(terms)) return 0;
  const units = lines.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const products = await findWeighables(
    db,
    units.map(({ productId }) => productId),
  );
  return weightOf(units, products).grams;
}

/** Adds up lines of the same product; the first line’s price counts. */
function addUp(input: InputLine[]): Map<number, { quantity: number; price: number | undefined }> {
  const lines = new Map<number, { quantity: number; price: number | undefined }>();
  for (const { productId, quantity, price } of input) {
    const known = lines.get(productId);
    lines.set(productId, { quantity: (known?.quantity ?? 0) + quantity, price: known?.price ?? price });
  }
  return lines;
}
