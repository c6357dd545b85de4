import { smallAvif } from '#src/features/catalogue/pictures/picture.ts';
import { NAME_LANGUAGE } from '#src/features/catalogue/product.ts';
import { fill } from '#src/i18n/fill.ts';
import { MAX_UNITS, type CartLine } from './cart.ts';
import { acceptPrice, changeQuantity } from './cart.store.ts';
import type { CartTexts } from './cart-texts.ts';
import {
  describeAmount,
  describePrice,
  describeProblem,
  describeUnit,
  isCounted,
  lineId,
  NO_PICTURE,
  UNKNOWN,
  type CartViewLine,
} from './cart-view.ts';
import CloseButton from './CloseButton.tsx';
import type { CartProblem } from './priced-cart.ts';

interface Props {
  line: CartViewLine;
  /** The product’s name or a placeholder. */
  name: string;
  stored: CartLine;
  problems: CartProblem[];
  texts: CartTexts;
  productBase: string;
  /** Without it the controls are disabled. */
  onRemove?: () => void;
  /** Set after "undo", so that keyboard users continue at the restored line. */
  takesFocus?: boolean;
}

const QUANTITIES = Array.from({ length: MAX_UNITS }, (_, index) => index + 1);

/** A line of the cart. cart-preview.inline.ts fills copies of it by the `data-part` names: change both together. */
export default function CartLineRow({ line, name, stored, problems, texts, productBase, onRemove, takesFocus }: Props) {
  const { productId, product } = line;
  const quantity = stored.quantityInCart;
  const price = describePrice(texts, line);
  const unit = product && describeUnit(texts, product);
  const left = product?.quantity_available ?? MAX_UNITS;
  return (
    <li className="cart-line" id={lineId(productId)} data-uncounted={!isCounted(problems) || undefined}>
      <picture>
        <source type="image/avif" srcSet={product && smallAvif(product.image)} />
        <img src={product?.image ?? NO_PICTURE} alt="" width={96} height={96} />
      </picture>
      <div className="cart-line-text">
        <a href={product && productBase + product.slug} lang={NAME_LANGUAGE}>
          {name}
        </a>
        {price && (
          <span className="soft" data-part="price">
            {price}
          </span>
        )}
        {unit !== '' && (
          <span className="soft" data-part="unit">
            {unit ?? UNKNOWN}
          </span>
        )}
        {problems.map(({ code }) => (
          <span key={code} className="cart-problem" role="alert">
            {describeProblem(texts, code, line, stored)}
          </span>
        ))}
        {problems.some(({ code }) => code === 'price_changed') && onRemove && (
          <CloseButton label={fill(texts.closeName, { name })} onClick={() => acceptPrice(productId, line.price)} />
        )}
      </div>
      <select
        aria-label={fill(texts.quantity, { name })}
        value={quantity}
        disabled={!onRemove}
        onChange={(event) => changeQuantity(productId, Number(event.target.value))}
      >
        {QUANTITIES.map((n) => (
          <option key={n} value={n} disabled={n !== quantity && n > left}>
            {n}
          </option>
        ))}
      </select>
      <strong className="cart-line-total">{describeAmount(texts, line, stored, problems)}</strong>
      <button
        type="button"
        className="link"
        onClick={onRemove}
        disabled={!onRemove}
        aria-label={fill(texts.removeName, { name })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus follows "Undo" to the line that came back
        autoFocus={takesFocus}
      >
        {texts.remove}
      </button>
    </li>
  );
}
