import { useEffect, useState } from 'react';
import { importAnew } from '#src/shared/import-anew.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import codeEntryUrl from './CodeEntry.tsx?shared-chunk-url';

type Entry = typeof import('./CodeEntry.tsx').default;

/** The place for a discount code, in a shop that has some; undefined until its code is here. */
export function useCodeEntry(isNeeded: boolean): { Part: Entry } | undefined {
  const [entry, setEntry] = useState<{ Part: Entry }>();
  useEffect(() => {
    if (!isNeeded) return;
    importAnew<{ default: Entry }>(codeEntryUrl).then(
      ({ default: Part }) => {
        adoptStyles(Part.styles);
        setEntry({ Part });
      },
      () => {}, // a stored code is sent all the same
    );
  }, [isNeeded]);
  return entry;
}
