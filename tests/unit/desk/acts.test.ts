import { expect, it } from 'vitest';
import { changesOf } from '#src/desk/acts.ts';
import { translator } from '#src/i18n/translate.ts';

const shown = (after: object) =>
  changesOf({ before: null, after: JSON.stringify(after) }, { t: translator('de-DE'), locale: 'de-DE' }).replaceAll(
    '\u202F',
    ' ',
  );

it('shows stored times in German time, and texts that begin like one as they were written', () => {
  expect(shown({ at: '2026-11-27T10:00:00.000Z' })).toBe('Beginn: 27.11.26, 11:00');
  for (const text of ['2026-11-27T10:00:00 frisch', '2026-99-99T99:99:99.000Z'])
    expect(shown({ text })).toBe(`Text: ${text}`);
});

it('names refunded lines with their amounts in euros, and groups of categories by their names', () => {
  const refunded = { amount: '9,98 €', lines: [{ code: 'AGUA', name: 'Água de Coco', units: 2, amount: 998 }] };
  expect(shown(refunded).replaceAll('\u00A0', ' ')).toBe(
    'Betrag: 9,98 €; Produkte: Code AGUA Name Água de Coco Stück 2 Betrag 9,98 €',
  );
  expect(shown({ group: 'food' })).toBe('Gruppe: Lebensmittel');
});
