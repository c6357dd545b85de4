import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import { MAX_UNITS, type CartLine } from './cart.ts';
import { changeQuantity } from './cart.store.ts';
import type { CartTexts } from './cart-texts.ts';
import type { CartProblem, PricedCartLine } from './priced-cart.ts';

interface Props {
  line: PricedCartLine;
  stored: CartLine;
  problems: CartProblem[];
  texts: CartTexts;
  href: string;
  onRemove: () => void;
}

const QUANTITIES = Array.from({ length: MAX_UNITS }, (_, index) => index + 1);

export default function CartLineRow({ line, stored, problems, texts, href, onRemove }: Props) {
  const { product } = line;
  const quantity = stored.quantityInCart;
  const name = product.product_name;
  return (
    <li className="cart-line">
      <img src={product.image} alt="" width={96} height={96} loading="lazy" />
      <div className="cart-line-text">
        <a href={href}>{name}</a>
        <span className="soft">{fill(texts.each, { price: formatEuro(line.price) })}</span>
        {product.base_price && <span className="soft">{`${formatEuro(product.base_price.amount)} / 1 ${product.base_price.per}`}</span>}
        {problems.map(({ code }) => (
          <span key={code} className="cart-problem" role="alert">
            {describe(code)}
          </span>
        ))}
      </div>
      <select
        aria-label={fill(texts.quantity, { name })}
        value={quantity}
        onChange={(event) => changeQuantity(line.productId, Number(event.target.value))}
      >
        {QUANTITIES.map((n) => (
          <option key={n} value={n} disabled={n > quantity && n > product.quantity_available}>
            {n}
          </option>
        ))}
      </select>
      <strong className="cart-line-total">{formatEuro(line.price * quantity)}</strong>
      <button type="button" className="link" onClick={onRemove} aria-label={fill(texts.removeName, { name })}>
        {texts.remove}
      </button>
    </li>
  );

  function describe(code: CartProblem['code']): string {
    const left = product.quantity_available;
    if (code === 'sold_out' && left > 0) return fill(texts.problems.sold_out_left, { count: left });
    return fill(texts.problems[code], { count: MAX_UNITS, before: formatEuro(stored.addedPrice), now: formatEuro(line.price) });
  }
}
