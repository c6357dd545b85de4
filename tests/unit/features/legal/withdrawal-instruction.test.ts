import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BINDING_LOCALE } from '#src/features/legal/legal.ts';
import { loadLegalText, type LegalContext } from '#src/features/legal/server/legal.loader.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { DEMO_FACTS } from '../../../support/shops/demo-facts.ts';

const LEGAL = { config: { siteUrl: 'https://shop.example' }, shop: DEMO_FACTS };
const COMPANY = '[Firmenname], [Straße und Hausnummer], [PLZ] [Ort], Deutschland';

const official = (annex: 1 | 2) => readFileSync(`tests/support/official/egbgb-anlage-${annex}.txt`, 'utf8');
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The paragraphs and headings of one section of the page, as a reader sees them. */
function shown(section: number, legal: LegalContext = LEGAL): string[] {
  const { html } = loadLegalText('withdrawal', BINDING_LOCALE, legal);
  const own = html.split(/(?=<h2)/)[section - 1] ?? '';
  expect(own).not.toMatch(/&(?!amp;|quot;)/);
  return own.split(/<\/(?:h2|h3|p)>/).map((block) => tidy(block.replace(/<[^>]+>/g, '')));
}

/** The text in quotation marks of a hint that begins with these words. */
function building(hint: string, beginning: string): string {
  const [, text] = new RegExp(`\\n${hint}[\\s\\S]*?„(${beginning}[^“]*)“`).exec(official(1)) ?? [];
  expect(text, `${hint} ${beginning}`).toBeDefined();
  return tidy(text!);
}

describe('the German text of the statute', () => {
  it.each([
    ['buyer', 'Sie tragen die unmittelbaren Kosten der Rücksendung der Waren\\.'],
    ['shop', 'Wir tragen die Kosten der Rücksendung der Waren\\.'],
  ] as const)(
    'contains the instruction as hints 1 to 5 require (Annex 1 EGBGB) when the %s pays for returns',
    (returnsPaidBy, cost) => {
      const shop = { ...DEMO_FACTS, shipping: { ...DEMO_FACTS.shipping, returnsPaidBy } };
      const box = official(1).split('\nWiderrufsbelehrung\n')[1]!.split('\nGestaltungshinweise:')[0]!;
      const blanks: [place: string | RegExp, text: string][] = [
        [/\[1\]\s*\./, building('c\\)', ', an dem')],
        [/\[2\]\s*/, `${COMPANY}, Telefon: +49 30 23125 000, E-Mail: kontakt@vitrine.example`],
        [
          '[3]',
          building('\\[3\\]', 'Sie können Ihr Widerrufsrecht auch online')
            .replace(/^/, ' ')
            .replace(/… \[Internetadresse[^\]]*\]/, `${LEGAL.config.siteUrl}/de/withdrawal`),
        ],
        ['[4]', building('\\[4\\]', 'Wir können')],
        [
          '[5]',
          [
            building('\\[5\\]', 'Sie haben die Waren').replace(/… uns oder an \[[^\]]*\]/, 'uns'),
            building('b\\) fügen', cost),
            building('c\\) fügen', 'Sie müssen'),
          ].join('\n'),
        ],
        // Services, water, gas, electricity, heating.
        ['[6]', ''],
      ];
      const filled = blanks.reduce((text, [place, value]) => text.replace(place, () => value), box);
      const expected = ['Widerrufsbelehrung', ...filled.split('\n')]
        .map((line) => tidy(line).replace(/Tag ,/, 'Tag,').replaceAll('( ', '('))
        .filter(Boolean);
      expect(shown(1, { ...LEGAL, shop }).filter(Boolean)).toEqual(expected);
    },
  );

  it('contains the model form, completed with name, postal and email address (Annex 2 EGBGB)', () => {
    const [, form = ''] = official(2).split('\nMuster-Widerrufsformular\n');
    const filled = form.replace(/\[hier ist[^\]]*\]/, `${COMPANY}, E-Mail: kontakt@vitrine.example`);
    expect(shown(3).filter(Boolean)).toEqual([
      'Muster-Widerrufsformular',
      ...filled.split('\n').map(tidy).filter(Boolean),
    ]);
  });

  it('is the only binding text: the other languages are marked as translations', () => {
    const marked = LOCALE_CODES.filter((locale) => loadLegalText('withdrawal', locale, LEGAL).isTranslation);
    expect(marked).toEqual(LOCALE_CODES.filter((locale) => locale !== BINDING_LOCALE));
  });
});
