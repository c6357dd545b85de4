import { useStore } from '@nanostores/react';
import { totalQuantity } from './cart.ts';
import { $cart } from './cart.store.ts';
import { badgeLabel, type AddTexts } from './cart-texts.ts';

interface Props {
  href: string;
  texts: AddTexts['badge'];
}

/** The header's cart link: an outlined basket, a filled one with the number of units once there is something in it. */
export default function CartBadge({ href, texts }: Props) {
  const count = totalQuantity(useStore($cart));
  return (
    <a className="badge" href={href} aria-label={badgeLabel(texts, count)}>
      <b aria-hidden="true">{count || ''}</b>
      <svg viewBox="0 0 24 24" width="26" height="26" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" aria-hidden="true">
        <path d="M3 9h18l-2 11H5zM8 9l3-6m5 6-3-6" />
      </svg>
    </a>
  );
}
