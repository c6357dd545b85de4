import type { Locale } from '#src/i18n/locales.ts';
import type { LegalPage } from '#src/shared/paths.ts';

/** A legal page's text in one language, for the page and for mails. */
export interface LegalText {
  page: LegalPage;
  locale: Locale;
  title: string;
  description: string;
  /** Day of the last change, as 2026-11-21. */
  updated: string;
  /** A lawyer has yet to check it. */
  draft: boolean;
  markdown: string;
  html: string;
  /** For mails without HTML. */
  text: string;
  /** The headings of the second level, by the `id` they have in `html`. */
  sections: { id: string; title: string }[];
}
