/** The notice on the legal guarantee: the European Commission's artwork, Annex I of Regulation (EU) 2025/1960. */
import type { Locale } from '#src/i18n/locales.ts';

/** The languages whose artwork the shop has; any other language shows the English one. */
const ARTWORK: Record<string, string> = { de: 'de', en: 'en', pt: 'pt' };

/** The unaltered file in public/notice. It is neither recoloured nor converted, because the Commission allows no other form. */
export const noticeFile = (locale: Locale): string => `legal-guarantee-notice-${ARTWORK[locale.split('-')[0]!] ?? 'en'}.svg`;

/** Where the printed address and the QR code lead; `address` as printed. */
export const noticeHref = (address: string): string => `https://${address}`;
