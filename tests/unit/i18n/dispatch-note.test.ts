import { expect, it } from 'vitest';
import { dispatchNote } from '#src/i18n/dispatch-note.ts';
import type { Locale } from '#src/i18n/locales.ts';

it.each<[Locale, string, string, string]>([
  ['de-DE', '2026-12-01', '2026-12-09', 'Vom 1. bis 9. Dezember '],
  ['en-US', '2026-12-01', '2026-12-09', ' from December 1 to 9;'],
  ['pt-BR', '2026-12-01', '2026-12-09', 'De 1 a 9 de dezembro '],
  ['de-DE', '2026-11-28', '2026-12-02', 'Vom 28. November bis 2. Dezember '],
  ['en-US', '2026-12-21', '2027-01-04', ' from December 21, 2026 to January 4, 2027;'],
  ['pt-BR', '2026-12-08', '2026-12-08', 'Em 8 de dezembro '],
])('names the days without dispatch as people write them, in %s from %s to %s', (locale, first, last, expected) => {
  const shop = { shipping: { breaks: { [first]: last } } };
  expect(dispatchNote({ shop, now: () => new Date(`${first}T12:00:00Z`) }, locale)).toContain(expected);
});
