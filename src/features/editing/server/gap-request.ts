import type { Gap } from '#src/features/catalogue/gap.ts';
import { formatDate } from '#src/i18n/format.ts';
import { FALLBACK_LOCALE } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';

const ENGLISH = translator(FALLBACK_LOCALE);

/** The request of a gap in the command line's words, which name fields by column. */
export const requestOf = ({ ask: { key, values: { since, ...values } = {} } }: Gap): string =>
  ENGLISH(`products:asks.${key}`, { ...values, since: since && formatDate(since, FALLBACK_LOCALE) });
