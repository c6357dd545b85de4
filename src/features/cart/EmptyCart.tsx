import type { CartTexts } from './cart-texts.ts';

interface Props {
  texts: CartTexts;
  emptyText: string;
  browseHref: string;
}

export default function EmptyCart({ texts, emptyText, browseHref }: Props) {
  return (
    <div className="cart-empty">
      <p>
        <strong>{emptyText}</strong>
      </p>
      <p>{texts.emptyHint}</p>
      <a className="button button-main" href={browseHref}>
        {texts.browse}
      </a>
    </div>
  );
}
