import { describe, expect, it } from 'vitest';
import { formatDate, formatDeadline, formatNumber, formatPercent, formatPrice, formatWait } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';

describe('prices and numbers', () => {
  it('are written as in Germany', () => {
    expect(formatPrice(123_450)).toBe('1.234,50\u00a0€');
    expect(formatPrice(5)).toBe('0,05\u00a0€');
    expect(formatPrice(0)).toBe('0,00\u00a0€');
    expect(formatNumber(1234.5)).toBe('1.234,5');
    const t = translator('de-DE');
    expect([t('desk:bulk.ask.pack', { count: 1 }), t('desk:bulk.ask.pack', { count: 1234 })].join()).toMatch(
      /^1 Bestellung .*,1\.234 Bestellungen /,
    );
  });

  it('show three decimals of a quantity and no trailing zeros', () => {
    expect(formatNumber(0.014)).toBe('0,014');
    expect(formatNumber(500)).toBe('500');
  });
});

describe('a wait', () => {
  it('is written in the largest unit that fits, as after "in"', () => {
    expect([45, 900, 3 * 3600, 7 * 86_400].map((seconds) => formatWait(seconds, 'de-DE'))).toEqual([
      ...['45 Sekunden', '15 Minuten', '3 Stunden', '7 Tagen'],
    ]);
    expect([formatWait(7 * 86_400, 'pt-BR'), formatWait(7 * 86_400, 'en-US')]).toEqual(['7 dias', '7 days']);
  });
});

describe('percentages', () => {
  it('are written as in the language', () => {
    expect([formatPercent(10, 'de-DE'), formatPercent(10, 'pt-BR'), formatPercent(10, 'en-US')]).toEqual([
      '10\u00a0%',
      '10%',
      '10%',
    ]);
    expect([formatPercent(4.7, 'de-DE'), formatPercent(4.7, 'pt-BR'), formatPercent(4.7, 'en-US')]).toEqual([
      '4,7\u00a0%',
      '4,7%',
      '4.7%',
    ]);
  });
});

describe('dates', () => {
  it('keep day and month on one line', () => {
    const day = '2026-12-06T12:00:00Z';
    expect([formatDate(day, 'pt-BR'), formatDate(day, 'de-DE'), formatDate(day, 'en-US')]).toEqual([
      '6\u00a0de\u00a0dezembro de 2026',
      '6.\u00a0Dezember 2026',
      'December\u00a06, 2026',
    ]);
    expect(formatDeadline(day, 'de-DE')).toBe('6.\u00a0Dezember 2026 um 13:00');
  });
});
