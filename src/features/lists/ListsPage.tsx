import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readCart } from '#src/features/cart/stored-cart.ts';
import CloseButton from '#src/features/cart/CloseButton.tsx';
import { fill } from '#src/i18n/fill.ts';
import IncomingList from './IncomingList.tsx';
import { CART_FRAGMENT, readListFragment, type LinkedList } from './list-link.ts';
import { MAX_LISTS, replaceList, restoreList, type ListLine, type Lists, type ProductList } from './list.ts';
import type { ListsTexts } from './lists-texts.ts';
import { $lists, changeLists, keepLines } from './lists.store.ts';
import NameForm from './NameForm.tsx';
import RecentlyViewed from './RecentlyViewed.tsx';
import SavedList from './SavedList.tsx';

interface Props {
  texts: ListsTexts;
  locale: string;
  /** URL of a product page up to its slug. */
  productBase: string;
  cartHref: string;
  browseHref: string;
}

interface Notice {
  text: string;
  undo?: ((lists: Lists) => Lists) | undefined;
}

/** The lists of this device, and the list of the link that led here. */
export default function ListsPage({ texts, locale, productBase, cartHref, browseHref }: Props) {
  const lists = useStore($lists, { ssr: () => [] });
  const [isRead, setIsRead] = useState(false);
  const [incoming, dropIncoming, isBroken] = useIncoming();
  const [openId, setOpenId] = useState<string>();
  /** What is below the list of a link comes after its lines, so that they push nothing down. */
  const [hasLines, setHasLines] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const shared = { texts, locale, productBase, cartHref };
  useEffect(() => {
    setIsRead(true);
    // A single list needs no tap.
    if ($lists.get().length === 1) setOpenId($lists.get()[0]!.id);
  }, []);

  const change = (changed: (lists: Lists) => Lists, said?: Notice) => {
    const isStored = changeLists(changed);
    setNotice(isStored ? said : { text: texts.notStored, undo: said?.undo });
  };
  const keep = (lines: readonly ListLine[], name: string, id?: string) => {
    const kept = keepLines(lines, { name, ...(id && { id }) });
    if (!kept) return setNotice({ text: fill(texts.tooMany, { count: MAX_LISTS }) });
    setOpenId(kept.id);
    setNotice({
      text: [
        ...(lines.length ? [fill(texts.incoming.kept, { name })] : []),
        ...(kept.leftOut ? [fill(texts.incoming.leftOut, { count: kept.leftOut })] : []),
        ...(kept.isStored ? [] : [texts.notStored]),
      ].join(' '),
    });
    dropIncoming();
    return undefined;
  };
  const removeLine = (list: ProductList, line: ListLine, name: string) => {
    const index = list.lines.indexOf(line);
    const changeList = (changed: (now: ProductList) => ProductList) => (all: Lists) => {
      const now = all.find(({ id }) => id === list.id);
      return now ? replaceList(all, changed(now)) : all;
    };
    const without = ({ lines }: ProductList) => lines.filter(({ productId }) => productId !== line.productId);
    change(
      changeList((now) => ({ ...now, lines: without(now) })),
      {
        text: fill(texts.removed, { name }),
        undo: changeList((now) => ({
          ...now,
          lines: [...without(now).slice(0, index), line, ...without(now).slice(index)],
        })),
      },
    );
  };
  const deleteList = (list: ProductList) => {
    const index = lists.indexOf(list);
    change((all) => all.filter(({ id }) => id !== list.id), {
      text: fill(texts.deleted, { name: list.name }),
      undo: (all) => restoreList(all, list, index),
    });
  };

  if (!isRead)
    return (
      <div className="lists cart">
        <p role="status">{texts.loading}</p>
      </div>
    );
  const below = (
    <>
      <section className="lists-own" aria-labelledby="own">
        <h2 id="own">{texts.own}</h2>
        <p className="soft">{texts.hint}</p>
        {lists.length === 0 && (
          <div className="lists-acts">
            <p>{texts.empty}</p>
            <a className="button" href={browseHref}>
              {texts.browse}
            </a>
          </div>
        )}
        {lists.map((list) => (
          <SavedList
            key={list.id}
            list={list}
            {...shared}
            isOpen={openId === list.id}
            onToggle={(isOpen) => setOpenId((now) => (isOpen ? list.id : now === list.id ? undefined : now))}
            onChange={(changed, isSilent) => (isSilent ? changeLists(changed) : change(changed))}
            onRemove={(line, name) => removeLine(list, line, name)}
            onDelete={() => deleteList(list)}
          />
        ))}
        {/* The list of a link has a field for its name already. */}
        {!incoming && (
          <NameForm label={texts.new.label} submit={texts.new.submit} texts={texts} onName={(name) => keep([], name)} />
        )}
      </section>
      <RecentlyViewed {...{ texts, locale, productBase }} />
    </>
  );
  return (
    <div className="lists cart">
      <div role="status">
        {notice?.text && (
          <p className="notice">
            {notice.text}{' '}
            {notice.undo && (
              <button type="button" className="link" onClick={() => change(notice.undo!)} ref={takeFocus}>
                {texts.undo}
              </button>
            )}
            <CloseButton label={texts.close} onClick={() => setNotice(undefined)} />
          </p>
        )}
        {isBroken && <p className="notice notice-problem">{texts.incoming.broken}</p>}
      </div>
      {incoming && (
        <IncomingList
          key={JSON.stringify(incoming)}
          {...{ incoming, lists }}
          {...shared}
          onKeep={(name, id) => keep(incoming.lines, name, id)}
          onDismiss={dropIncoming}
          isReady={hasLines}
          onReady={() => setHasLines(true)}
        />
      )}
      {(!incoming || hasLines) && below}
    </div>
  );
}

/** For a control that appears in place of a focused one; the page must not scroll. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The list in the address or the cart, a function that removes it from there, and whether the address has none. */
function useIncoming(): [LinkedList | undefined, () => void, boolean] {
  const [fragment, setFragment] = useState('');
  const [fromCart, setFromCart] = useState<LinkedList>();
  useEffect(() => {
    const follow = () => {
      setFragment(location.hash);
      const lines = readCart().map(({ productId, quantityInCart }) => ({ productId, quantity: quantityInCart }));
      setFromCart(lines.length > 0 ? { name: '', lines } : undefined);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const incoming = fragment === CART_FRAGMENT ? fromCart : readListFragment(fragment);
  const drop = () => {
    history.replaceState(history.state, '', location.pathname + location.search);
    setFragment('');
  };
  return [incoming, drop, !incoming && /\bitems=|^#\d/.test(fragment)];
}
