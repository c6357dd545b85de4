import type { Locale } from '#src/i18n/locales.ts';
import type { LegalPage } from '#src/shared/paths.ts';

/** The authoritative language when the others are translations. */
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
  /** First and last day on which this text is valid; see `law-calendar.ts`. */
  validFrom: string | undefined;
  validTo: string | undefined;
  markdown: string;
  html: string;
  /** The author's HTML that was removed from `html`, because the shop does not allow it. */
  removed: string[];
  /** For mails without HTML. */
  text: string;
  /** The second-level headings by their `id` in `html`. */
  sections: { id: string; title: string }[];
}
