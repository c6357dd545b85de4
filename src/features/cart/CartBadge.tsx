import { totalQuantity, type Cart } from './cart.ts';
import { badgeLabel, type AddTexts } from './cart-texts.ts';
import { useCart } from './use-cart.ts';

interface Props {
  href: string;
  texts: AddTexts['badge'];
  /** The cart that the page shows at hydration. */
  shown?: Cart;
}

/** The header’s cart link: an outlined basket when empty, otherwise a filled one with the number of units. */
export default function CartBadge({ href, texts, shown }: Props) {
  const count = totalQuantity(useCart(shown));
  return (
    <a className="badge" href={href} aria-label={badgeLabel(texts, count)}>
      <b aria-hidden="true">{count || ''}</b>
      <svg
        viewBox="0 0 24 24"
        width="26"
        height="26"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M3 9h18l-2 11H5zM8 9l3-6m5 6-3-6" />
      </svg>
    </a>
  );
}
