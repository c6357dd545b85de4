import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import { nearestCents, toEuro } from '#src/shared/money.ts';
import { readStored, writeStored } from '#src/shared/safe-storage.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import { isOrderable, MAX_UNITS, problemsOf, type Cart, type CartLine } from './cart.ts';
import type { CartTexts } from './cart-texts.ts';
import type { CartProblem, PricedCart } from './priced-cart.ts';
import { AT_LIMIT_KEY } from './stored-cart.ts';
import { totalsOf } from './totals.ts';

type Product = PricedCart['lines'][number]['product'];

/** The fields of a product that a cart shows and counts. */
export type KnownProduct = Pick<
  Product,
  | 'id'
  | 'slug'
  | 'product_name'
  | 'image'
  | 'price'
  | 'base_price'
  | 'deposit'
  | 'pack_mark'
  | 'vat_rate'
  | 'age_limit'
  | 'quantity_available'
  | 'sale_locked'
>;

export interface CartViewLine {
  productId: number;
  /** EUR, of one unit */
  price: number;
  /** undefined before the server's response. */
  product: KnownProduct | undefined;
}

/** A cart for the page: the server’s response, or an estimate from the last response. */
export interface CartView extends Omit<PricedCart, 'lines'> {
  lines: CartViewLine[];
  /** Some products are unknown, so the amounts are unknown, too. */
  partial?: boolean;
}

/** Placeholder for a text that the server has not sent yet. */
export const UNKNOWN = '…';
export const NO_PICTURE = 'data:,';

export const CART_PREVIEW_ID = 'cart-preview';
/** The preview's event after a press on it. Meanwhile it has `data-pressed`. */
export const RELEASED = 'released';

/** The checkout is a separate step of the cart page, so that Back leads to the cart. */
export const CHECKOUT_HASH = '#checkout';
export const CART_HASH = '#cart';

/** A line's id in the page; problems link to it. */
export const lineId = (productId: number): string => `line-${productId}`;

const KEY = 'cartProducts';

/** Names of the stored fields, including those inside a base price. */
const STORED_FIELDS = [
  'id',
  'slug',
  'product_name',
  'image',
  'price',
  'base_price',
  'amount',
  'per',
  'deposit',
  'pack_mark',
  'vat_rate',
  'age_limit',
  'quantity_available',
  'sale_locked',
] satisfies (keyof KnownProduct | keyof NonNullable<KnownProduct['base_price']>)[];

/** Stores the products of a response, so that the next page can show the cart without waiting for the server. */
export function rememberProducts({ lines }: PricedCart): void {
  const products = lines.map(({ product }) => product);
  writeStored(KEY, JSON.stringify(products, STORED_FIELDS));
  const atLimit = lines.filter(({ quantity }) => quantity >= MAX_UNITS);
  writeStored(AT_LIMIT_KEY, atLimit.map(({ product }) => `\n${product.product_name}`).join(''));
}

export function rememberedProducts(): KnownProduct[] {
  try {
    const stored = JSON.parse(readStored(KEY) ?? '[]') as Partial<KnownProduct>[];
    return stored.filter(
      (product): product is KnownProduct => typeof product.image === 'string' && Number.isFinite(product.vat_rate),
    );
  } catch {
    return []; // written by another script
  }
}

/** Computes amounts and problems of a cart from the products of the last response, by the server’s rules. */
export function estimateCart(cart: Cart, known: readonly KnownProduct[], terms: ShopTerms): CartView {
  const lines = cart.map(({ productId, quantityInCart: quantity, addedPrice }) => {
    const product = known.find(({ id }) => id === productId);
    const problems = product
      ? problemsOf(
          { quantity, price: addedPrice || undefined },
          {
            price: product.price,
            available: product.quantity_available,
            saleLocked: product.sale_locked,
            ageLimit: product.age_limit,
          },
        )
      : [];
    return { productId, quantity, price: product?.price ?? addedPrice, product, problems };
  });
  const totals = totalsOf(
    lines.flatMap(({ quantity, product, problems }) =>
      product && isOrderable(problems)
        ? [
            {
              quantity,
              price: nearestCents(product.price),
              deposit: nearestCents(product.deposit),
              vatRate: product.vat_rate,
            },
          ]
        : [],
    ),
    terms,
  );
  return {
    lines,
    problems: lines.flatMap(({ productId, problems }) => problems.map((code) => ({ productId, code }))),
    // Only the server knows what the products weigh.
    partial: !!(terms.heavier ?? terms.furtherParcel) || lines.some(({ product }) => !product),
    subtotal: toEuro(totals.subtotal),
    shipping: toEuro(totals.shipping),
    freeShippingLeft: toEuro(totals.freeShippingLeft),
    deposit: toEuro(totals.deposit),
    vat: totals.vat.map(({ rate, amount }) => ({ rate, amount: toEuro(amount) })),
    total: toEuro(totals.total),
  };
}

/** The units of a product that can still be delivered; 0 for one that cannot be ordered at all. */
export const unitsLeft = (product: KnownProduct | undefined): number =>
  product && product.age_limit === 0 ? product.quantity_available : 0;

/** An amount in EUR; 0 means unknown. */
const formatKnown = (amount: number): string => (amount ? formatEuro(amount) : UNKNOWN);

/** The price of one unit; '' when the product is sold out. */
export const describePrice = (texts: Pick<CartTexts, 'each'>, { price, product }: CartViewLine): string =>
  product?.quantity_available === 0 ? '' : fill(texts.each, { price: formatKnown(price) });

/** Base price and deposit of one unit: "5,11 € je 1 l, zzgl. 0,25 € Pfand (EINWEG)"; '' when it has neither. */
export function describeUnit(
  texts: Pick<CartTexts, 'base' | 'eachDeposit'>,
  { base_price: base, deposit, pack_mark: mark, quantity_available: left }: KnownProduct,
): string {
  if (left === 0) return '';
  return [
    ...(base ? [fill(texts.base, { amount: formatEuro(base.amount), per: `1\u00a0${base.per}` })] : []),
    ...(deposit > 0 ? [fill(texts.eachDeposit, { amount: formatEuro(deposit), mark: mark ?? 'EINWEG' })] : []),
  ].join(', ');
}

/** "Noch 12,40 € bis zum kostenlosen Versand" */
export const describeFreeLeft = (
  texts: Pick<CartTexts, 'freeLeft'>,
  { partial, freeShippingLeft }: Pick<CartView, 'partial' | 'freeShippingLeft'>,
): string => fill(texts.freeLeft, { amount: partial ? UNKNOWN : formatEuro(freeShippingLeft) });

/** Whether the total includes a line with these problems. */
export const isCounted = (problems: readonly CartProblem[]): boolean => isOrderable(problems.map(({ code }) => code));

/** The amount that a line adds to the total, or a text that says it adds nothing. */
export const describeAmount = (
  texts: Pick<CartTexts, 'uncounted'>,
  { price }: CartViewLine,
  { quantityInCart }: CartLine,
  problems: readonly CartProblem[],
): string => (isCounted(problems) ? formatKnown(price * quantityInCart) : texts.uncounted);

export function describeProblem(
  texts: Pick<CartTexts, 'problems'>,
  code: CartProblem['code'],
  { price, product }: CartViewLine,
  { addedPrice }: CartLine,
): string {
  const left = product?.quantity_available ?? 0;
  if (code === 'sold_out' && left > 0) return fill(texts.problems.sold_out_left, { count: left });
  return fill(texts.problems[code], { count: MAX_UNITS, before: formatEuro(addedPrice), now: formatEuro(price) });
}
