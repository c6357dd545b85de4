import { useEffect, useState } from 'react';
import { fill } from '#src/i18n/fill.ts';
import IntoCart from './IntoCart.tsx';
import type { LinkedList } from './list-link.ts';
import type { Lists } from './list.ts';
import ListLines from './ListLines.tsx';
import type { ListsTexts } from './lists-texts.ts';
import NameForm from './NameForm.tsx';
import { useProducts } from './use-products.ts';

interface Props {
  incoming: LinkedList;
  lists: Lists;
  texts: ListsTexts;
  locale: string;
  productBase: string;
  cartHref: string;
  /** `id`: a list of this device; undefined for a new one. */
  onKeep: (name: string, id?: string) => void;
  onDismiss: () => void;
  /** Whether `onReady` was called, which happens when the lines have their final height. */
  isReady: boolean;
  onReady: () => void;
}

const NEW = '';

/** The list of a link: somebody's, or products that shall be put on a list. */
export default function IncomingList({
  incoming,
  lists,
  texts,
  locale,
  productBase,
  cartHref,
  onKeep,
  onDismiss,
  isReady,
  onReady,
}: Props) {
  const { lines, name, isBought = false } = incoming;
  const isShared = name !== '' && !isBought;
  const products = useProducts(lines, locale);
  const isAnswered = products.found !== undefined || products.failed;
  useEffect(() => {
    if (isAnswered) onReady();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isAnswered]);
  // A shared list or an order becomes a new list; a product goes onto the list that was used last.
  const [chosen, setTarget] = useState<string>();
  const target = chosen ?? (name ? NEW : (lists[0]?.id ?? NEW));
  const known = lists.find(({ id }) => id === target);
  const dismiss = (
    <button type="button" className="link" onClick={onDismiss}>
      {texts.incoming.dismiss}
    </button>
  );
  return (
    <section className="card lists-open" aria-labelledby="incoming">
      <h2 id="incoming">{isShared ? fill(texts.incoming.shared, { name }) : texts.incoming.title}</h2>
      <ListLines {...{ lines, products, texts, productBase }} />
      {isReady && (
        <>
          {lists.length > 0 && (
            <label className="lists-target">
              {texts.incoming.target}
              <select value={known?.id ?? NEW} onChange={(event) => setTarget(event.target.value)}>
                {lists.map((list) => (
                  <option key={list.id} value={list.id}>
                    {list.name}
                  </option>
                ))}
                <option value={NEW}>{texts.incoming.newList}</option>
              </select>
            </label>
          )}
          {known ? (
            <div className="lists-acts">
              <button type="button" className="button" onClick={() => onKeep(known.name, known.id)}>
                {texts.incoming.keep}
              </button>
              {dismiss}
            </div>
          ) : (
            <NameForm
              label={texts.new.label}
              submit={isShared ? texts.incoming.keepShared : texts.incoming.keep}
              name={name || texts.new.name}
              texts={texts}
              onName={(typed) => onKeep(typed)}
            >
              {dismiss}
            </NameForm>
          )}
          <div className="lists-acts">
            <IntoCart {...{ lines, products, texts, cartHref }} />
          </div>
        </>
      )}
    </section>
  );
}
