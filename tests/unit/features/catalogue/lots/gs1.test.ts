import { describe, expect, it } from 'vitest';
import { readGs1 } from '#src/features/catalogue/lots/gs1.ts';

const TODAY = '2026-11-29';
const FNC1 = '\u001D';

describe('a bar code of GS1', () => {
  it.each([
    ['of fixed length before the lot', '010400638133393115270131' + '10L-22/A'],
    ['with the lot first', `010400638133393110L-22/A${FNC1}15270131`],
    ['with a serial number and a weight between them', `010400638133393121XY7${FNC1}310300050015270131${FNC1}10L-22/A`],
    ['that a scanner announces', `]C1010400638133393117270131${FNC1}10L-22/A${FNC1}`],
    ['as people read it below the bars', '(01)04006381333931 (15)270131 (10)L-22/A'],
  ])('tells product, lot and date: %s', (_, text) => {
    expect(readGs1(text, TODAY)).toEqual({ ean: '4006381333931', lot: 'L-22/A', bestBefore: '2027-01-31' });
  });

  it('means the last day of the month when its day is 00, and has no date when the calendar has none', () => {
    expect(readGs1('010400638133393115270200', TODAY)?.bestBefore).toBe('2027-02-28');
    expect(readGs1('010400638133393115270230', TODAY)).toMatchObject({ bestBefore: '', noDay: '2027-02-30' });
    expect(readGs1('010400638133393110L22', TODAY)).toEqual({ ean: '4006381333931', lot: 'L22', bestBefore: '' });
    expect(readGs1('(01)04006381333931(10)L(2)B', TODAY)?.lot).toBe('L(2)B');
  });

  it('of a short number or of a case keeps the digits of its own', () => {
    expect(readGs1('0100000096385074', TODAY)?.ean).toBe('96385074');
    expect(readGs1('0114006381333938', TODAY)?.ean).toBe('14006381333938');
  });

  it.each([
    // The examples of the standard "GS1 Digital Link: URI Syntax".
    ['https://id.gs1.org/01/09520123456788', { ean: '9520123456788', lot: '', bestBefore: '' }],
    [
      'https://example.com/01/9520123456788/10/ABC1/21/12345?17=180426',
      { ean: '9520123456788', lot: 'ABC1', bestBefore: '2018-04-26' },
    ],
    [
      'https://brand.example.com/some-extra/pathinfo/01/09520123456788/10/ABC%2F1?17=180426&3103=000195',
      { ean: '9520123456788', lot: 'ABC/1', bestBefore: '2018-04-26' },
    ],
    [
      'https://example.com/01/09506000134352?10=ABC123;15=270200;linkType=all',
      { ean: '9506000134352', lot: 'ABC123', bestBefore: '2027-02-28' },
    ],
    ['HTTPS://ID.GS1.ORG/01/00000096385074/10/A+1?17=270230', { ean: '96385074', lot: 'A+1', noDay: '2027-02-30' }],
    ['https://example.com/01/01/01/14006381333938/10/01', { ean: '14006381333938', lot: '01', bestBefore: '' }],
  ])('may be an address of GS1 Digital Link: %s', (text, expected) => {
    expect(readGs1(text, TODAY)).toMatchObject(expected);
  });

  // Trying each place of the text would take longer than a test may.
  it('is not a long text that begins like an address', () => {
    expect(readGs1(`https://${'a'.repeat(200_000)} b`, TODAY)).toBeUndefined();
  });

  it('in an address with broken or hidden signs has no lot', () => {
    for (const lot of ['%E0%A4%A', 'A%00B', '%1D'])
      expect(readGs1(`https://id.gs1.org/01/09506000134352/10/${lot}`, TODAY)).toMatchObject({ lot: '' });
  });

  it.each([
    'https://example.com/product/4006381333931',
    'https://example.com/01/2026/11',
    'https://example.com/01/09506000134353',
    'https://example.com/?01=09506000134352',
    'https://',
    `https://example.com/${'a/'.repeat(250)}01/09506000134352`,
  ])('is no other address: %s', (text) => {
    expect(readGs1(text, TODAY)).toBeUndefined();
  });

  it.each(['4006381333931', '96385074', 'BEB-001', 'L2207', '0104006381333932', '01', '', '(10)L22', FNC1])(
    'is nothing else, such as “%s”',
    (text) => {
      expect(readGs1(text, TODAY)).toBeUndefined();
    },
  );
});
