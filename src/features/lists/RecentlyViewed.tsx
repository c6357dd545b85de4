import { useState } from 'react';
import { clearViewed } from '#src/shared/viewed-pages.ts';
import ListLines from './ListLines.tsx';
import type { ListsTexts } from './lists-texts.ts';
import { findViewed } from './recently-viewed.ts';
import { useProducts } from './use-products.ts';

interface Props {
  texts: ListsTexts;
  locale: string;
  productBase: string;
}

/** Reads the stored pages only after it was opened. */
export default function RecentlyViewed({ texts, locale, productBase }: Props) {
  const [ids, setIds] = useState<readonly number[]>();
  const [isCleared, setIsCleared] = useState(false);
  const lines = (ids ?? []).map((productId) => ({ productId, quantity: 1 }));
  const products = useProducts(lines, locale);
  const shown = products.found ? lines.filter(({ productId }) => products.found?.has(productId)) : lines;
  const read = async () => setIds(await findViewed().catch(() => []));
  const clear = async () => {
    await clearViewed().catch(() => {});
    setIds([]);
    setIsCleared(true);
  };
  return (
    <details className="card" onToggle={(event) => void (event.currentTarget.open && !ids && read())}>
      <summary>
        <h2>{texts.recent.title}</h2>
      </summary>
      <div className="lists-open">
        <p className="soft">{texts.recent.hint}</p>
        <p role="status">{ids?.length === 0 && (isCleared ? texts.recent.cleared : texts.recent.none)}</p>
        {shown.length > 0 && (
          <>
            <ListLines lines={shown} hasQuantity={false} {...{ texts, products, productBase }} />
            <div>
              <button type="button" className="button" onClick={() => void clear()}>
                {texts.recent.clear}
              </button>
            </div>
          </>
        )}
      </div>
    </details>
  );
}
