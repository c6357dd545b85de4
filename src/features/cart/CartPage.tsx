import { useEffect, useState, type ReactNode } from 'react';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { slowAfter } from '#src/shared/fetch-json.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import type { CartLine } from './cart.ts';
import { changeQuantity, removeFromCart, undoRemoval } from './cart.store.ts';
import type { CartTexts } from './cart-texts.ts';
import { rememberedProducts, UNKNOWN, unitsLeft } from './cart-view.ts';
import CartLineRow from './CartLineRow.tsx';
import CartTotals from './CartTotals.tsx';
import CheckoutBar from './CheckoutBar.tsx';
import CloseButton from './CloseButton.tsx';
import EmptyCart from './EmptyCart.tsx';
import type { PricedCart } from './priced-cart.ts';
import Undeliverable from './Undeliverable.tsx';
import { usePreviewRemoved } from './use-preview-removed.ts';
import { useCodeEntry } from './use-code-entry.ts';
import { usePricedCart } from './use-priced-cart.ts';

/** A cart with the server’s prices. `pending`: the response belongs to an older cart, or failed. */
export interface AnsweredCart {
  priced: PricedCart;
  pending: boolean;
  retry: () => void;
  /** Removes products, or reduces them to the available units. */
  onRemove: (productIds: number[]) => void;
  /** The place for a discount code; undefined in a shop without codes. */
  codes: ReturnType<typeof useCodeEntry>;
}

interface Props {
  locale: Locale;
  texts: CartTexts;
  terms: ShopTerms;
  emptyText: string;
  fetchErrorText: string;
  browseHref: string;
  /** URL of a product page up to its slug. */
  productBase: string;
  contactHref: string;
  /** Shown below the totals in the cart step after the server’s response, followed by `end`. */
  below: (cart: AnsweredCart) => ReactNode;
  end?: ReactNode;
  /** The checkout step, shown in place of the lines after the server’s response; undefined in the cart step. */
  checkout?: ((cart: AnsweredCart) => ReactNode) | undefined;
}

interface Removal {
  name: string;
  line: CartLine;
  index: number;
}

/** The cart: its lines with the server's prices and problems, and the totals. */
export default function CartPage({
  locale,
  texts,
  terms,
  emptyText,
  fetchErrorText,
  browseHref,
  productBase,
  contactHref,
  below,
  end,
  checkout,
}: Props) {
  const { cart: read, priced, answered, pending, error, retry } = usePricedCart(locale, terms);
  const cart = usePreviewRemoved(read !== undefined) ? read : undefined;
  // "Undo" restores the last removal first, then the one before it.
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const removal = removals.at(-1);
  const [restored, setRestored] = useState<number>();
  const isOld = pending || error !== undefined;
  const codes = useCodeEntry(answered?.codes === true);
  const waiting = useWaitingText(pending && !answered, texts);

  // A product that left the shop cannot be shown or ordered, so it is removed from the cart with a message.
  const [known] = useState(rememberedProducts);
  const [left, setLeft] = useState<string[]>([]);
  useEffect(() => {
    const gone = priced?.problems.filter(({ code }) => code === 'unknown') ?? [];
    if (gone.length === 0) return;
    const names = gone.map(({ productId }) => known.find(({ id }) => id === productId)?.product_name);
    setLeft(names.map((name) => (name ? fill(texts.gone, { name }) : texts.problems.unknown)));
    for (const { productId } of gone) removeFromCart(productId);
  }, [priced, known, texts]);

  const remove = (productId: number, name: string) => {
    const removed = removeFromCart(productId);
    if (!removed) return;
    setRemovals([...removals, { ...removed, name }]);
    setRestored(undefined);
  };
  const removeAll = (productIds: number[]) => {
    const lowered: string[] = [];
    const removed = productIds.flatMap((productId) => {
      const product = priced?.lines.find((line) => line.productId === productId)?.product;
      const count = unitsLeft(product);
      if (product && count > 0) {
        changeQuantity(productId, count);
        lowered.push(fill(texts.lowered, { name: product.product_name, count }));
        return [];
      }
      const removal = removeFromCart(productId);
      return removal ? [{ ...removal, name: product?.product_name ?? '' }] : [];
    });
    setRemovals([...removals, ...removed]);
    setLeft(lowered);
    setRestored(undefined);
  };
  const undo = () => {
    if (!removal) return;
    undoRemoval(removal);
    setRemovals(removals.slice(0, -1));
    setRestored(removal.line.productId);
  };

  const lines = (priced?.lines ?? []).filter(({ productId }) => cart?.some((line) => line.productId === productId));
  return (
    <div className="cart" aria-busy={pending}>
      <div role="status">
        {removal && (
          <p className="notice" key={removal.line.productId}>
            {fill(texts.removed, { name: removal.name })}{' '}
            <button type="button" className="link" onClick={undo} ref={restored === undefined ? takeFocus : undefined}>
              {texts.undo}
            </button>
            <CloseButton label={texts.close} onClick={() => setRemovals([])} />
          </p>
        )}
        {left.length > 0 && (
          <p className="notice">
            {[...new Set(left)].join(' ')}
            <CloseButton label={texts.close} onClick={() => setLeft([])} />
          </p>
        )}
      </div>
      {error && (
        <p className="notice notice-problem" role="alert">
          {error.detail ?? (error.kind === 'fetch_error' ? fetchErrorText : texts.offline)}{' '}
          <button type="button" className="button" onClick={retry}>
            {texts.retry}
          </button>
        </p>
      )}
      {cart?.length === 0 && <EmptyCart texts={texts} emptyText={emptyText} browseHref={browseHref} />}
      {checkout && cart && lines.length > 0 && (
        <div className="checkout-step">
          {answered ? (
            checkout({ priced: answered, pending: isOld, retry, onRemove: removeAll, codes })
          ) : (
            <p role="status">{waiting}</p>
          )}
        </div>
      )}
      {!checkout && cart && priced && lines.length > 0 && (
        <div className="cart-columns">
          <ul className="cart-lines">
            {lines.map((line, index) => {
              const { productId, product } = line;
              const name = product?.product_name ?? (error ? fill(texts.nameless, { number: index + 1 }) : UNKNOWN);
              return (
                <CartLineRow
                  key={productId}
                  line={line}
                  name={name}
                  stored={cart.find((stored) => stored.productId === productId)!}
                  problems={priced.problems.filter((problem) => problem.productId === productId)}
                  texts={texts}
                  productBase={productBase}
                  onRemove={() => remove(productId, name)}
                  takesFocus={productId === restored}
                />
              );
            })}
          </ul>
          <CartTotals
            priced={priced}
            texts={texts}
            label={texts.summary}
            pending={isOld}
            withCheckout
            contactHref={contactHref}
            waiting={waiting}
            codeEntry={
              answered &&
              (codes ? (
                <codes.Part {...{ locale }} priced={answered} hidesExpress />
              ) : (
                // Keeps the space until the script is here, so that the order button stays under the finger.
                answered.codes && <div className="cart-code" />
              ))
            }
          />
          <div className="cart-below">
            <Undeliverable priced={priced} texts={texts} onRemove={removeAll} />
            {answered && below({ priced: answered, pending: isOld, retry, onRemove: removeAll, codes })}
            {answered && end}
          </div>
        </div>
      )}
      {!checkout && cart && priced && lines.length > 0 && (
        <CheckoutBar priced={priced} texts={texts} {...(answered && codes?.Part.dueBar(locale, answered, texts))} />
      )}
    </div>
  );
}

/** For a control that appears in place of a focused one; the page must not scroll. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The status text while the first response loads. */
function useWaitingText(waiting: boolean, texts: CartTexts): string {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfter());
    return () => clearTimeout(timer);
  }, [waiting]);
  if (!waiting) return '';
  return slow ? texts.slow : texts.loading;
}
