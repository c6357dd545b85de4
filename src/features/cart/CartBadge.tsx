import { useStore } from '@nanostores/react';
import { plural } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { totalQuantity } from './cart.ts';
import { $cart } from './cart.store.ts';
import type { CartTexts } from './cart-texts.ts';

interface Props {
  href: string;
  locale: Locale;
  texts: CartTexts['badge'];
}

/** The header's cart link: an outlined basket, a filled one with the number of units once there is something in it. */
export default function CartBadge({ href, locale, texts }: Props) {
  const count = totalQuantity(useStore($cart, { ssr: () => [] }));
  return (
    <a className="badge" href={href} aria-label={count ? plural(texts, 'count', count, locale) : texts.empty}>
      <svg
        viewBox="0 0 24 24"
        width="26"
        height="26"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        fill={count ? 'currentColor' : 'none'}
        aria-hidden="true"
      >
        <path d="M3 9h18l-2 11H5zM8 9l3-6m5 6-3-6" />
      </svg>
      {count > 0 && <b aria-hidden="true">{count}</b>}
    </a>
  );
}
