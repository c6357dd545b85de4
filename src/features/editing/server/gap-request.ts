import type { Gap } from '#src/features/catalogue/gap.ts';
import { FALLBACK_LOCALE } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';

const ENGLISH = translator(FALLBACK_LOCALE);

/** What a gap asks for, as the command line says it. There a field is called by its column. */
export const requestOf = ({ ask }: Gap): string => ENGLISH(`products:asks.${ask.key}`, { ...ask.values });
