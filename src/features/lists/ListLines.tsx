import { smallAvif } from '#src/features/catalogue/pictures/picture.ts';
import { NAME_LANGUAGE } from '#src/features/catalogue/product.ts';
import { MAX_UNITS } from '#src/features/cart/cart.ts';
import { describePrice, describeUnit, UNKNOWN, type KnownProduct } from '#src/features/cart/cart-view.ts';
import { fill } from '#src/i18n/fill.ts';
import type { ListLine } from './list.ts';
import type { ListsTexts } from './lists-texts.ts';
import type { Products } from './use-products.ts';

interface Props {
  lines: readonly ListLine[];
  products: Products;
  texts: ListsTexts;
  productBase: string;
  /** Without these, the lines cannot be changed. */
  onQuantity?: (productId: number, quantity: number) => void;
  onRemove?: (line: ListLine, name: string) => void;
  /** Products that were viewed have no quantity. */
  hasQuantity?: boolean;
}

const QUANTITIES = Array.from({ length: MAX_UNITS }, (_, index) => index + 1);

/** Products with picture, name, price and stock. */
export default function ListLines({
  lines,
  products,
  texts,
  productBase,
  onQuantity,
  onRemove,
  hasQuantity = true,
}: Props) {
  const { found, isAnswered, failed, retry } = products;
  return (
    <>
      {failed && (
        <p className="notice notice-problem" role="alert">
          {/* Only the lines of a saved list can be changed. */}
          {texts.pricesFailed} {onQuantity && `${texts.stored} `}
          <button type="button" className="button" onClick={retry}>
            {texts.retry}
          </button>
        </p>
      )}
      <ul className="cart-lines" aria-busy={!found && !failed}>
        {lines.map((line, index) => {
          const { productId, quantity, name: known } = line;
          const product = found?.get(productId);
          const name = product?.product_name ?? known ?? fill(texts.nameless, { number: index + 1 });
          // A line without controls is a new one once its product is known, so that nothing is seen to move.
          const key = onQuantity || product ? productId : `?${productId}`;
          return (
            <li key={key} className="cart-line" data-uncounted={isUnavailable(product) || undefined}>
              <picture>
                {product && (
                  <>
                    <source type="image/avif" srcSet={smallAvif(product.image)} />
                    <img src={product.image} alt="" width={96} height={96} />
                  </>
                )}
              </picture>
              <div className="cart-line-text">
                <a href={product && productBase + product.slug} lang={product || known ? NAME_LANGUAGE : undefined}>
                  {hasQuantity && !onQuantity && `${quantity} × `}
                  {name}
                </a>
                {product && product.quantity_available > 0 && (
                  <span className="soft">
                    {[describePrice(texts, { productId, price: product.price, product }), describeUnit(texts, product)]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                )}
                <span className="soft" key={String(isAnswered(productId))}>
                  {isAnswered(productId) ? describeStock(product, quantity, texts) : UNKNOWN}
                </span>
              </div>
              {onQuantity && (
                <select
                  aria-label={fill(texts.quantity, { name })}
                  value={quantity}
                  onChange={(event) => onQuantity(productId, Number(event.target.value))}
                >
                  {QUANTITIES.map((n) => (
                    <option key={n}>{n}</option>
                  ))}
                </select>
              )}
              {onRemove && (
                <button
                  type="button"
                  className="link"
                  onClick={() => onRemove(line, name)}
                  aria-label={fill(texts.removeName, { name })}
                >
                  {texts.remove}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const isRefused = (product: KnownProduct) => product.sale_locked || product.age_limit > 0;

const isUnavailable = (product: KnownProduct | undefined): boolean =>
  product !== undefined && (isRefused(product) || product.quantity_available === 0);

function describeStock(product: KnownProduct | undefined, quantity: number, texts: ListsTexts): string {
  if (!product) return texts.stock.gone;
  if (isRefused(product)) return texts.stock.refused;
  const left = product.quantity_available;
  if (left === 0) return texts.stock.none;
  return left < quantity ? fill(texts.stock.left, { count: left }) : texts.stock.in;
}
