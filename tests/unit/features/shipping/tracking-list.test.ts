import { describe, expect, it } from 'vitest';
import { MOST_LINES, readTrackingList } from '#src/features/shipping/tracking-list.ts';

const read = (text: string) => {
  const lines = readTrackingList(text);
  return lines.ok
    ? lines.value.map(({ name, trackingNumber, carrier }) => [name, trackingNumber, carrier])
    : lines.error.kind;
};
const NUMBER = '00340434161094000014';

describe('a list of tracking numbers', () => {
  it('is read with semicolons, commas, tabs or spaces, in any spelling', () => {
    const both = [
      ['K7QF-3MXA', NUMBER, ''],
      ['AAAA-BBBB-2', NUMBER, ''],
    ];
    expect(read(`K7QF-3MXA;${NUMBER}\r\n\r\naaaabbbb-2;0034 0434 1610 9400 0014`)).toEqual(both);
    expect(read(`k7qf3mxa,${NUMBER}\nAAAA-BBBB-2,"${NUMBER}"`)).toEqual(both);
    expect(read(`K7QF-3MXA\t${NUMBER}\nAAAA-BBBB-2\t${NUMBER}\n`)).toEqual(both);
    expect(read(`K7QF-3MXA ${NUMBER}\nAAAA-BBBB-2 0034 0434 1610 9400 0014`)).toEqual(both);
    expect(read(`K7QF-3MXA;${NUMBER};DPD`)).toEqual([['K7QF-3MXA', NUMBER, 'dpd']]);
  });

  it('follows the names of the columns of a carrier’s file', () => {
    const file = `\ufeffExport vom 28.11.2026\nEmpfänger;Sendungsnummer;Gewicht;Sendungsreferenz\nMüller;${NUMBER};1,2;K7QF-3MXA\n`;
    expect(read(file)).toEqual([['K7QF-3MXA', NUMBER, '']]);
  });

  it('keeps lines that it does not understand, so that a person sees them', () => {
    expect(read(`K7QF-3MXA;3,40E+19\nAna Müller;${NUMBER}`)).toEqual([
      ['K7QF-3MXA', undefined, ''],
      [undefined, NUMBER, ''],
    ]);
  });

  it('is bounded, and says what it is not', () => {
    expect(read(`K7QF-3MXA;${NUMBER}\n`.repeat(MOST_LINES + 1))).toBe('tracking_too_long');
    expect(read(' \n;\n')).toBe('tracking_empty');
    expect(read('x'.repeat(100_000))).toBe('tracking_unreadable');
  });
});
