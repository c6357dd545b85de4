import { describe, expect, it } from 'vitest';
import { fill, plural } from '#src/i18n/fill.ts';

describe('texts in the browser', () => {
  it('get their values, and keep a place that has none', () => {
    expect(fill('{{count}} of {{name}} and {{other}}', { count: 3, name: '$& {{count}}' })).toBe('3 of $& {{count}} and {{other}}');
  });

  it('take the form that the number needs in each language', () => {
    const pt = { count_one: '{{count}} unidade', count_many: '{{count}} de unidades', count_other: '{{count}} unidades' };
    expect([0, 1, 2, 1_000_000].map((n) => plural(pt, 'count', n, 'pt-BR'))).toEqual([
      '0 unidade',
      '1 unidade',
      '2 unidades',
      '1000000 de unidades',
    ]);
    const de = { count_one: '{{count}} Stück', count_other: '{{count}} Stücke' };
    expect([0, 1, 2].map((n) => plural(de, 'count', n, 'de-DE'))).toEqual(['0 Stücke', '1 Stück', '2 Stücke']);
  });
});
