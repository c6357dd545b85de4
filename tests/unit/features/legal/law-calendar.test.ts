import { describe, expect, it } from 'vitest';
import { readCalendar } from '#src/features/legal/law-calendar.ts';
import { loadCalendar } from '#src/features/legal/server/law-calendar.loader.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { DEMO_FACTS } from '../../../support/shops/demo-facts.ts';

const LEGAL = { config: { siteUrl: 'https://shop.example' }, shop: DEMO_FACTS };
const ENTRY = { name: 'terms', validFrom: '2026-06-19', validTo: '2026-12-31' };
const on = (today: string) => readCalendar([ENTRY], today);

describe('the law calendar', () => {
  it.each(['2026-06-19', '2026-11-30'])('is silent while a text is valid for more than 30 days: %s', (today) => {
    expect(on(today)).toEqual({ invalid: [], soon: [] });
  });

  it.each(['2026-12-01', '2026-12-31'])('warns from 30 days before the last day of a text: %s', (today) => {
    expect(on(today)).toEqual({ invalid: [], soon: [expect.stringContaining('terms: is valid until 2026-12-31')] });
  });

  it.each([
    ['2027-01-01', 'terms: was valid until 2026-12-31'],
    ['2026-06-18', 'terms: is valid only from 2026-06-19 on'],
  ])('refuses a text outside its period of validity: %s', (today, message) => {
    expect(on(today)).toEqual({ invalid: [expect.stringContaining(message)], soon: [] });
  });

  it.each([
    ['2026-12-31', '2026-11-30', []],
    ['2026-12-31', '2026-12-01', ['contracts: is due on 2026-12-31. Do it by then']],
    ['2026-12-31', '2027-01-01', []],
    ['01-10', '2026-12-20', ['contracts: is due on 2027-01-10. Do it by then']],
  ])('reports duties of %s 30 days before, and stops no build: %s', (due, today, soon) => {
    expect(readCalendar([{ name: 'contracts', due }], today)).toEqual({ invalid: [], soon });
  });

  it.each([
    ['2026-11-27', ['New liability for defective products']],
    [
      '2026-12-05',
      ['Contracts with a "duales System"', 'New liability for defective products', 'Invoices to businesses'],
    ],
    [
      '2027-05-05',
      ['Packaging of the last year is declared', 'Packaging of the last year is reported', 'Single-use plastic'],
    ],
    ['2027-06-10', ['Deliveries of coffee']],
    ['2027-12-30', ['No more new packs', 'Every invoice to a business']],
    ['2028-07-15', ['No more cosmetics']],
  ])('lists the owner’s next duties on %s', (day, duties) => {
    const { soon } = loadCalendar(LEGAL, new Date(`${day}T12:00:00Z`));
    expect(soon).toEqual(duties.map((duty) => expect.stringContaining(duty)));
  });

  it('starts a day at midnight in Germany', () => {
    const duty = /^Notice on the legal guarantee/;
    const isInvalid = (moment: string) => loadCalendar(LEGAL, new Date(moment)).invalid.some((line) => duty.test(line));
    expect([isInvalid('2026-09-26T21:30:00Z'), isInvalid('2026-09-26T22:30:00Z')]).toEqual([true, false]);
  });

  it('distinguishes texts and duties: before 27 September 2026 no shop had to show the guarantee notice', () => {
    const { invalid } = loadCalendar(LEGAL, new Date('2026-06-18T12:00:00Z'));
    expect(invalid.map((line) => line.replace(/: is valid.*/, ''))).toEqual([
      ...LOCALE_CODES.map((locale) => `src/content/legal/withdrawal.${locale}.md`),
      'Withdrawal instruction and form (Annexes 1 and 2 EGBGB, with the online function in hint 3)',
      'Withdrawal function (§ 356a BGB)',
      'Notice on the legal guarantee (Art. 246a EGBGB, Regulation (EU) 2025/1960)',
      'Deposit on single-use packaging (§§ 46 and 47 VerpackDG)',
      'Green claims only with proof (Directive (EU) 2024/825, UWG)',
      'Before a defect is mended, the buyer is told about the choice and about twelve more months after a repair ' +
        '(§ 475(4) BGB)',
      'Cosmetics name the fragrance allergens of the longer list, goods placed on the market from this day on ' +
        '((EU) 2023/1545)',
      'Cosmetics that release more than 0.001 % of formaldehyde say so, however old ((EU) 2022/1181)',
    ]);
  });
});
