import { useRef, useState } from 'react';
import type { Locale } from '#src/i18n/locales.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import type { FormTexts } from '#src/ui/form/form-texts.ts';
import wishFieldsUrl from './WishFields.tsx?shared-chunk-url';

type WishCode = typeof import('./WishFields.tsx');

/** The code of the optional fields, which a plain purchase does not load. */
export interface WishFields {
  /** undefined before `load` has ended. */
  code: WishCode | undefined;
  isLost: boolean;
  load: () => void;
  /** The errors of the optional fields, by name. */
  problems: Record<string, string>;
}

/** `addressProblems`: the errors of the delivery address's fields. */
export function useWishFields(locale: Locale, addressProblems: FormTexts['fields']): WishFields {
  const [code, setCode] = useState<WishCode>();
  const [isLost, setLost] = useState(false);
  const loading = useRef<Promise<void>>(undefined);
  const load = () => {
    setLost(false);
    loading.current ??= importAnew<WishCode>(wishFieldsUrl).then(
      (loaded) => setCode(() => loaded),
      () => {
        loading.current = undefined;
        setLost(true);
      },
    );
  };
  return { code, isLost, load, problems: code?.wishProblems(locale, addressProblems) ?? {} };
}
