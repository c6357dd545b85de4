import { describe, expect, it } from 'vitest';
import { importBanOf } from '#src/features/catalogue/animal-imports.ts';
import type { ProductFacts } from '#src/features/catalogue/facts.ts';

const TODAY = '2026-11-27';
const UNLISTED = 'no known day';

describe('the import of animal products', () => {
  it.each<[ProductFacts, string | undefined]>([
    [{ animalOrigin: 'dairy', origin: 'Brasilien' }, '2022-12-15'],
    [{ animalOrigin: 'dairy' }, '2022-12-15'],
    [{ animalOrigin: 'pork', origin: 'Brasilien' }, '2022-12-15'],
    [{ animalOrigin: 'meat', origin: 'Brasilien' }, '2026-09-03'],
    [{ animalOrigin: 'egg', origin: 'Brasilien' }, '2026-09-03'],
    [{ animalOrigin: 'farmed-fish', origin: 'Brasilien' }, '2026-09-03'],
    [{ animalOrigin: 'honey', origin: 'Mischung von Honig aus der EU und Brasilien' }, '2026-09-03'],
    [{ animalOrigin: 'honey', origin: 'Mischung von Honig aus EU-Ländern und Nicht-EU-Ländern' }, '2026-09-03'],
    [{ animalOrigin: 'meat', origin: 'Argentinien' }, UNLISTED],
    [{ animalOrigin: 'meat', origin: 'Europäische Union' }, undefined],
    [{ animalOrigin: 'dairy', origin: 'Österreich' }, undefined],
    [{ animalOrigin: 'fish', origin: 'Brasilien' }, undefined],
    [{ animalOrigin: 'none', origin: 'Brasilien' }, undefined],
    [{ origin: 'Brasilien' }, undefined],
  ])('of %o is banned since %s', (facts, since) => {
    const ban = importBanOf(facts, TODAY);
    expect(ban && (ban.since ?? UNLISTED)).toBe(since);
  });

  it('follows the rule that is valid on the day', () => {
    const beef: ProductFacts = { animalOrigin: 'meat', origin: 'Brasilien' };
    expect(importBanOf(beef, '2026-09-02')?.since).toBeUndefined();
    expect(importBanOf(beef, '2026-09-03')?.since).toBe('2026-09-03');
  });
});
