import { expect, it } from 'vitest';
import { changesOf } from '#src/features/overview/desk/audit/changes.ts';
import { translator } from '#src/i18n/translate.ts';

const SHIPPED = { code: 'shipping', name: '', units: 1, amount: 500 };

const shown = (
  after: object,
  [subject, subject_id]: [string, string] = ['order', '7K3M-Q2FD'],
  before: object | null = null,
) =>
  changesOf(
    { subject, subject_id, before: before && JSON.stringify(before), after: JSON.stringify(after) },
    { t: translator('de-DE'), locale: 'de-DE', categories: new Map([['bebidas', 'Getränke']]) },
  ).replaceAll(/[\u00A0\u202F]/g, ' ');

it('the audit log shows stored times in German time, and texts that begin like one as they were written', () => {
  expect(shown({ at: '2026-11-27T10:00:00.000Z' })).toBe('Beginn: 27.11.26, 11:00');
  for (const text of ['2026-11-27T10:00:00 frisch', '2026-99-99T99:99:99.000Z'])
    expect(shown({ text })).toBe(`Text: ${text}`);
});

it('the audit log names refunded lines with their amounts in euros, and groups of categories by their names', () => {
  const refunded = {
    amount: '9,98 €',
    lines: [{ code: 'AGUA', name: 'Água de Coco', units: 2, amount: 998 }, SHIPPED],
  };
  expect(shown(refunded)).toBe('Betrag: 9,98 €; Produkte: 2 × Água de Coco (9,98 €), Versand (5,00 €)');
  expect(shown({ group: 'food' }, ['category', 'bebidas'])).toBe('Gruppe: Lebensmittel');
});

it('the audit log shows settings, carriers and categories in the words of the forms', () => {
  expect(shown({ carrier: 'dhl', lots: [{ code: 'AGUA', lot: 'L1' }] })).toBe('Paketdienst: DHL; Chargen: AGUA L1');
  const product = { category_product: 'bebidas', kind: 'cosmetic', real_price: '4.99', 'text:en-US': 'Cold.' };
  expect(shown(product, ['product', 'AGUA'])).toBe(
    'Kategorie: Getränke; Art des Produkts: Kosmetikum; Preis in € mit MwSt.: 4,99; Text: English (US): Cold.',
  );
  expect(shown({ 'deliveryDays.least': '2' }, ['content', 'shop.yaml: shop'])).toBe(
    'Lieferung in Tagen, mindestens: 2',
  );
  expect(shown({ mode: 'small_business' }, ['content', 'shop.yaml: tax'])).toBe(
    'Besteuerung: Kleinunternehmer (§ 19 UStG)',
  );
  expect(shown({ 'carriers.dhl': 'https://dhl.de/{{number}}' }, ['content', 'shop.yaml: shipping'])).toBe(
    'Paketdienste: DHL: https://dhl.de/{{number}}',
  );
  expect(shown({ tone: 'red', title_de: 'Kalt' }, ['content', 'slides/slides.csv: cafe'])).toBe(
    'Farbe hinter dem Text: Rot; Überschrift (Deutsch): Kalt',
  );
  for (const file of ['pages/mate.yaml', 'recipes/mate.yaml'])
    expect(shown({ draft: 'on' }, ['content', file])).toMatch(/^Entwurf.*: Ja$/);
  expect(shown({ de: 'Maniok', category: 'bebidas' }, ['content', 'search/not-sold.csv'])).toBe(
    'Deutsch: Maniok; Kategorie: Getränke',
  );
});

it('the audit log says in words what an order that is collected, a taken back replacement and short-dated goods are', () => {
  expect(shown({ delivery: 'collected' }, undefined, { delivery: 'ready' })).toBe('Status: Abholbereit → Abgeholt');
  expect(shown({ resend: 'takenBack' })).toBe('Ersatzlieferung: Zurückgenommen');
  const shortDated = { variant: 'AGUA-261220', units: 10, lot: 'L1', bestBefore: '2026-12-20', percent: 30 };
  expect(shown(shortDated, ['product', 'AGUA'])).toBe(
    'Variante: AGUA-261220; Stück: 10; Charge: L1; Haltbar bis: 20.12.26; Rabatt in %: 30',
  );
});

it('the audit log leaves out what was empty before and after, and names a first value alone', () => {
  expect(shown({ carrier: null, tracking: '' })).toBe('');
  expect(shown({ discount: '10' }, ['product', 'AGUA'], { discount: '' })).toBe('Rabatt in %: 10');
  expect(shown({ discount: '' }, ['product', 'AGUA'], { discount: '10' })).toBe('Rabatt in %: 10 → (leer)');
});

it('the audit log says the terms of a discount code in a sentence, and a recipe in the words of its form', () => {
  const code = { code: 'SOMMER', kind: 'percent', value: 10, minimum: 2000, startsOn: null, endsOn: '2026-12-24' };
  const limits = { maxUses: null, maxUsesEach: 1, scope: 'all', targets: [], endedAt: null };
  expect(shown({ ...code, ...limits }, ['shop', 'SOMMER'])).toBe(
    '10 % Rabatt, ab 20,00 € Warenwert, bis 24. Dezember 2026, je Kunde höchstens 1 ×',
  );
  expect(shown({ draft: 'on', of: 'portions', published: '2026-11-30' }, ['content', 'recipes/bolo'])).toBe(
    'Entwurf: Ja; Einheit: Portionen; Im Shop ab: 30.11.26',
  );
});
