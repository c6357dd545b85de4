import type { Locale } from '#src/i18n/locales.ts';
import type { LegalPage } from '#src/shared/paths.ts';

/** The language whose text decides where the other ones are translations. */
export const BINDING_LOCALE: Locale = 'de-DE';

/** A legal page's text in one language, for the page and for mails. */
export interface LegalText {
  page: LegalPage;
  locale: Locale;
  title: string;
  description: string;
  /** Day of the last change, as 2026-11-21. */
  updated: string;
  /** A lawyer has not checked it yet. */
  draft: boolean;
  /** The German text is the binding one. */
  isTranslation: boolean;
  /** First and last day on which the law asks for this text; see `law-calendar.ts`. */
  validFrom: string | undefined;
  validTo: string | undefined;
  markdown: string;
  html: string;
  /** HTML of the author that `html` lacks, because the shop does not show it. */
  removed: string[];
  /** For mails without HTML. */
  text: string;
  /** The second-level headings by their `id` in `html`. */
  sections: { id: string; title: string }[];
}
