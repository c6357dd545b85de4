import { NAME_LANGUAGE } from '#src/features/catalogue/product.ts';
import type { CartTexts } from './cart-texts.ts';
import { lineId, unitsLeft, type CartView } from './cart-view.ts';

interface Props {
  priced: CartView;
  texts: Pick<CartTexts, 'undeliverable' | 'removeUndeliverable' | 'lowerUndeliverable' | 'fitUndeliverable'>;
  onRemove: (productIds: number[]) => void;
}

const UNDELIVERABLE = new Set(['sold_out', 'sale_locked', 'age_restricted']);

/**
 * Lists the products that cannot be delivered in this quantity, links to their lines, and removes them, or lowers their
 * units, in one tap.
 */
export default function Undeliverable({ priced: { lines, problems }, texts, onRemove }: Props) {
  const ids = new Set(problems.filter(({ code }) => UNDELIVERABLE.has(code)).map(({ productId }) => productId));
  const concerned = lines.filter(({ productId }) => ids.has(productId));
  if (concerned.length === 0) return null;
  const lowered = concerned.filter(({ product }) => unitsLeft(product) > 0).length;
  const act =
    lowered === 0
      ? texts.removeUndeliverable
      : lowered === concerned.length
        ? texts.lowerUndeliverable
        : texts.fitUndeliverable;
  return (
    <div className="notice notice-problem cart-undeliverable">
      <p>
        {texts.undeliverable}{' '}
        {concerned.map(({ productId, product }, at) => (
          <span key={productId}>
            {at > 0 && ', '}
            <a href={`#${lineId(productId)}`} lang={NAME_LANGUAGE}>
              {product?.product_name}
            </a>
          </span>
        ))}
      </p>
      <button type="button" className="button" onClick={() => onRemove(concerned.map(({ productId }) => productId))}>
        {act}
      </button>
    </div>
  );
}
