import { expect, it } from 'vitest';
import { dispatchNote, withoutBreak } from '#src/i18n/dispatch-note.ts';
import type { Locale } from '#src/i18n/locales.ts';

it.each<[Locale, string, string, string]>([
  ['de-DE', '2026-12-01', '2026-12-09', 'Vom 1. bis 9.\u00a0Dezember '],
  ['en-US', '2026-12-01', '2026-12-09', ' from December\u00a01 to 9;'],
  ['pt-BR', '2026-12-01', '2026-12-09', 'De 1 a 9\u00a0de\u00a0dezembro '],
  ['de-DE', '2026-11-28', '2026-12-02', 'Vom 28.\u00a0November bis 2.\u00a0Dezember '],
  ['en-US', '2026-12-21', '2027-01-04', ' from December\u00a021, 2026 to January\u00a04, 2027;'],
  ['pt-BR', '2026-12-08', '2026-12-08', 'Em 8\u00a0de\u00a0dezembro '],
])(
  'a note names the days without dispatch as people write them, in %s from %s to %s',
  (locale, first, last, expected) => {
    const shop = { shipping: { breaks: { [first]: last } }, terms: { deliveryDays: { most: 4 } } };
    expect(dispatchNote({ shop, now: () => new Date(`${first}T12:00:00Z`) }, locale)).toContain(expected);
  },
);

it.each([
  ['2026-12-01', 'In 2 Werktagen. Tage ohne Versand zählen nicht zur Lieferzeit.'],
  ['2026-12-10', 'In 2 Werktagen'],
])('on %s a delivery time excepts the days without dispatch while they are announced', (day, expected) => {
  const shop = { shipping: { breaks: { '2026-12-02': '2026-12-08' } }, terms: { deliveryDays: { most: 4 } } };
  const ctx = { shop, now: () => new Date(`${day}T12:00:00Z`) };
  expect(withoutBreak(ctx, 'de-DE', 'In 2 Werktagen')).toBe(expected);
});
