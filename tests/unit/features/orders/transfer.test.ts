import { describe, expect, it } from 'vitest';
import { giroCode, lastDayOf, reminderTime, spacedIban, transferEnd } from '#src/features/orders/transfer.ts';

const ACCOUNT = { holder: 'Laden GmbH', iban: 'DE89370400440532013000', bic: null, dueAt: '' };

describe('a GiroCode', () => {
  it('has the lines of EPC069-12 in their order', () => {
    expect(giroCode(ACCOUNT, 1405, 'K7QF-3MXA').split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Laden GmbH', 'DE89370400440532013000', 'EUR14.05', '', '', 'K7QF-3MXA'],
    ]);
    expect(giroCode({ ...ACCOUNT, bic: 'COBADEFFXXX' }, 100_000, 'K7QF-3MXA')).toContain('SCT\nCOBADEFFXXX\n');
  });

  it('is at most 331 bytes with the longest name, as the guideline asks', () => {
    const long = { ...ACCOUNT, holder: 'ß'.repeat(80), iban: 'MT84MALT011000012345MTLCAST001S', bic: 'MALTMTMTXXX' };
    expect(Buffer.byteLength(giroCode(long, 999_999_99, 'K7QF-3MXA'))).toBeLessThanOrEqual(331);
  });
});

describe('the last day of a transfer', () => {
  it.each([
    ['2026-11-27T22:59:59.000Z', 7, '2026-12-04', '2026-12-02'],
    // It is already the next day in Germany.
    ['2026-11-27T23:00:00.000Z', 7, '2026-12-05', '2026-12-03'],
    // Over the end of summer time, of a year, and a leap day.
    ['2026-10-23T10:00:00.000Z', 3, '2026-10-26', '2026-10-24'],
    ['2026-12-28T10:00:00.000Z', 30, '2027-01-27', '2027-01-25'],
    ['2028-02-26T10:00:00.000Z', 7, '2028-03-04', '2028-03-02'],
  ])('of an order at %s with %i days is %s, and its reminder is on %s', (orderedAt, days, last, reminded) => {
    const dueAt = transferEnd(orderedAt, days);
    expect(lastDayOf({ dueAt })).toBe(last);
    const midnight = new Date(reminderTime(orderedAt, { dueAt }));
    expect(midnight.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })).toBe(`${reminded} 00:00:00`);
    expect(midnight.toISOString() > orderedAt).toBe(true);
  });
});

describe('an IBAN for people', () => {
  it('is in groups of four', () => {
    expect(spacedIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
    expect(spacedIban('BE68539007547034')).toBe('BE68 5390 0754 7034');
  });
});
