/** The notice on the legal guarantee: the European Commission's artwork, Annex I of Regulation (EU) 2025/1960. */
import type { Locale } from '#src/i18n/locales.ts';

/** The languages with their own artwork; any other language shows the English one. */
const ARTWORK: Record<string, string> = { de: 'de', en: 'en', pt: 'pt' };

const nameOf = (locale: Locale): string => `legal-guarantee-notice-${ARTWORK[locale.split('-')[0]!] ?? 'en'}`;

/** The unaltered file in public/notice, which pages show. */
export const noticeFile = (locale: Locale): string => `${nameOf(locale)}.svg`;

/** The same drawing for mails, made by `tests/run/draw-notices.ts`. */
export const noticePicture = (locale: Locale): `${string}.png` => `${nameOf(locale)}.png`;

/** The target of the printed address and the QR code; `address` as printed. */
export const noticeHref = (address: string): string => `https://${address}`;
