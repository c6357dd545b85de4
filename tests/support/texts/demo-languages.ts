import type { Locale } from '#src/i18n/locales.ts';

/** The languages of the demo's own content: its products, slides and legal texts. A shop may add others. */
export const DEMO_LOCALES = ['pt-BR', 'de-DE', 'en-US'] as const satisfies readonly Locale[];
export type DemoLocale = (typeof DEMO_LOCALES)[number];
