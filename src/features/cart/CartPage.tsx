import { useEffect, useState, type ReactNode } from 'react';
import type { Locale } from '#src/i18n/locales.ts';
import type { CartLine } from './cart.ts';
import { removeFromCart, undoRemoval } from './cart.store.ts';
import type { CartTexts } from './cart-texts.ts';
import CartLineRow from './CartLineRow.tsx';
import CartTotals from './CartTotals.tsx';
import { fill } from '#src/i18n/fill.ts';
import type { PricedCart, PricedCartLine } from './priced-cart.ts';
import { usePricedCart } from './use-priced-cart.ts';

interface Props {
  locale: Locale;
  texts: CartTexts;
  emptyText: string;
  browseHref: string;
  /** Address of a product page up to its slug. */
  productBase: string;
  /** What stands below a cart with something in it. */
  children?: (cart: { priced: PricedCart; pending: boolean; retry: () => void }) => ReactNode;
}

interface Removal {
  name: string;
  line: CartLine;
  index: number;
}

const SLOW_MS = 3000;

/** The cart: its lines with the server's prices, what is wrong with them, and what it all costs. */
export default function CartPage({ locale, texts, emptyText, browseHref, productBase, children }: Props) {
  const { cart, priced, pending, error, retry } = usePricedCart(locale);
  const [removal, setRemoval] = useState<Removal>();

  // A product that the shop no longer carries can't be shown or ordered: it leaves the cart, and the page says so.
  const gone = priced?.problems.filter(({ code }) => code === 'unknown') ?? [];
  const [hadUnknown, setHadUnknown] = useState(false);
  useEffect(() => {
    if (gone.length === 0) return;
    setHadUnknown(true);
    for (const { productId } of gone) removeFromCart(productId);
  }, [gone.length]);

  const remove = (line: PricedCartLine) => {
    const removed = removeFromCart(line.productId);
    if (removed) setRemoval({ ...removed, name: line.product.product_name });
  };
  const undo = () => {
    if (removal) undoRemoval(removal);
    setRemoval(undefined);
  };

  const lines = (priced?.lines ?? []).filter(({ productId }) => cart?.some((line) => line.productId === productId));
  return (
    <div className="cart" aria-busy={pending}>
      <div role="status">
        {removal && (
          <p className="notice" key={removal.line.productId}>
            {fill(texts.removed, { name: removal.name })}{' '}
            <button type="button" className="link" onClick={undo} autoFocus>
              {texts.undo}
            </button>
          </p>
        )}
        {hadUnknown && <p className="notice">{texts.problems.unknown}</p>}
      </div>
      {error && (
        <p className="notice notice-problem" role="alert">
          {error.detail ?? texts.offline}{' '}
          <button type="button" className="button" onClick={retry}>
            {texts.retry}
          </button>
        </p>
      )}
      {cart?.length === 0 ? (
        <div className="cart-empty">
          <p>
            <strong>{emptyText}</strong>
          </p>
          <p>{texts.emptyHint}</p>
          <a className="button" href={browseHref}>
            {texts.browse}
          </a>
        </div>
      ) : cart && priced && lines.length > 0 ? (
        <div className="cart-columns">
          <ul className="cart-lines">
            {lines.map((line) => (
              <CartLineRow
                key={line.productId}
                line={line}
                stored={cart.find(({ productId }) => productId === line.productId)!}
                problems={priced.problems.filter(({ productId }) => productId === line.productId)}
                texts={texts}
                href={productBase + line.product.slug}
                onRemove={() => remove(line)}
              />
            ))}
          </ul>
          <CartTotals priced={priced} texts={texts} pending={pending} />
          {children && <div className="cart-below">{children({ priced, pending, retry })}</div>}
        </div>
      ) : (
        !error && <Loading texts={texts} />
      )}
    </div>
  );
}

function Loading({ texts }: { texts: CartTexts }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return <p role="status">{slow ? texts.slow : texts.loading}</p>;
}
