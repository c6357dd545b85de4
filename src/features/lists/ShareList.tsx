import { useState } from 'react';
import { listFragment } from './list-link.ts';
import type { ProductList } from './list.ts';
import type { ListsTexts } from './lists-texts.ts';

interface Props {
  list: ProductList;
  texts: ListsTexts;
}

/** Shares a link that contains the list: by the device's own dialog, otherwise by a copy. */
export default function ShareList({ list, texts }: Props) {
  const [copied, setCopied] = useState<'copied' | 'by hand'>();
  const url = () => new URL(listFragment(list.lines, list.name), location.href.split('#')[0]).href;
  const share = async () => {
    setCopied(undefined);
    const data = { title: list.name, url: url() };
    // A computer's dialog is more work than a copied link.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      const failure = await navigator.share(data).catch((error: unknown) => error);
      if (!failure || (failure as Error).name === 'AbortError') return;
    }
    // Only secure addresses have a clipboard, and people may refuse it.
    await navigator.clipboard?.writeText(data.url).then(
      () => setCopied('copied'),
      () => setCopied('by hand'),
    );
    if (!('clipboard' in navigator)) setCopied('by hand');
  };
  return (
    <>
      <button type="button" className="button" disabled={list.lines.length === 0} onClick={() => void share()}>
        {texts.share}
      </button>
      <div role="status">
        {copied === 'copied' && <p className="notice">{texts.copied}</p>}
        {copied === 'by hand' && (
          <p className="notice">
            <label>
              {texts.copyLink}
              <input readOnly value={url()} onFocus={(event) => event.target.select()} />
            </label>
          </p>
        )}
      </div>
    </>
  );
}
