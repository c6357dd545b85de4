import { useEffect, useState } from 'react';
import { MAX_UNITS } from '#src/features/cart/cart.ts';
import { fill } from '#src/i18n/fill.ts';
import IntoCart from './IntoCart.tsx';
import { replaceList, withNames, type ListLine, type Lists, type ProductList } from './list.ts';
import ListLines from './ListLines.tsx';
import type { ListsTexts } from './lists-texts.ts';
import NameForm from './NameForm.tsx';
import ShareList from './ShareList.tsx';
import { useProducts } from './use-products.ts';

interface Props {
  list: ProductList;
  texts: ListsTexts;
  locale: string;
  productBase: string;
  cartHref: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** `isSilent`: not by the shopper, so that a message stays. */
  onChange: (change: (lists: Lists) => Lists, isSilent?: boolean) => void;
  onRemove: (line: ListLine, name: string) => void;
  onDelete: () => void;
}

/** One list of this device. Its products are asked for while it is open. */
export default function SavedList({ list, texts, isOpen, onToggle, onDelete, ...rest }: Props) {
  return (
    <details className="card" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <h3>{list.name}</h3> <span className="soft">{fill(texts.count, { count: list.lines.length })}</span>
      </summary>
      {isOpen && <OpenList {...{ list, texts, onDelete }} {...rest} />}
    </details>
  );
}

function OpenList({
  list,
  texts,
  locale,
  productBase,
  cartHref,
  onChange,
  onRemove,
  onDelete,
}: Omit<Props, 'isOpen' | 'onToggle'>) {
  const [isRenaming, setIsRenaming] = useState(false);
  const products = useProducts(list.lines, locale);
  const change = (changed: (list: ProductList) => ProductList) =>
    onChange((lists) => {
      const now = lists.find(({ id }) => id === list.id);
      return now ? replaceList(lists, changed(now)) : lists;
    });
  const { found } = products;
  useEffect(() => {
    if (withNames(list, (id) => found?.get(id)?.product_name) !== list)
      onChange((lists) => lists.map((now) => withNames(now, (id) => found?.get(id)?.product_name)), true);
    // oxlint-disable-next-line react/exhaustive-deps -- only a response brings names
  }, [found]);
  const setQuantity = (productId: number, quantity: number) =>
    change((now) => ({
      ...now,
      lines: now.lines.map((line) =>
        line.productId === productId ? { ...line, quantity: Math.min(MAX_UNITS, quantity) } : line,
      ),
    }));
  return (
    <div className="lists-open">
      {list.lines.length === 0 && <p>{texts.noProducts}</p>}
      <ListLines
        lines={list.lines}
        onQuantity={setQuantity}
        onRemove={onRemove}
        {...{ products, texts, productBase }}
      />
      <div className="lists-acts">
        {list.lines.length > 0 && (
          <>
            <IntoCart lines={list.lines} {...{ products, texts, cartHref }} />
            <ShareList list={list} texts={texts} />
          </>
        )}
        {isRenaming ? (
          <NameForm
            label={texts.newName}
            submit={texts.saveName}
            name={list.name}
            texts={texts}
            takesFocus
            onName={(name) => {
              change((now) => ({ ...now, name }));
              setIsRenaming(false);
            }}
          >
            <button type="button" className="link" onClick={() => setIsRenaming(false)}>
              {texts.cancel}
            </button>
          </NameForm>
        ) : (
          <button type="button" className="button" onClick={() => setIsRenaming(true)}>
            {texts.rename}
          </button>
        )}
        <button type="button" className="link" onClick={onDelete}>
          {texts.delete}
        </button>
      </div>
    </div>
  );
}
