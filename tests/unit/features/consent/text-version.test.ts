import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CONSENT_TEXT_VERSION } from '#src/features/consent/consent.ts';
import { resources } from '#src/i18n/translate.ts';
import { DEMO_LOCALES } from '../../../support/texts/demo-languages.ts';

/** The digest of each version's words, so that a recorded consent proves what was agreed to. */
const WORDS: Record<string, string> = {
  '2026-11-21': 'fa2daf810b0e4fa3',
  '2026-11-22': 'd5e472e68c0676bd',
  '2026-11-24': 'd8436c268fb654d2',
  '2026-11-25': '80736c5af42331f5',
  '2026-11-30': 'f608c6c5088ad8a8',
};

it('the recorded version of the consent text changes with its words in any language', () => {
  const words = DEMO_LOCALES.map((locale) => JSON.stringify(resources[locale].consent));
  const digest = createHash('sha256').update(words.join()).digest('hex').slice(0, 16);
  expect(
    { [CONSENT_TEXT_VERSION]: digest },
    'Raise CONSENT_TEXT_VERSION to the day of the change and add its digest; leave the older ones',
  ).toEqual({ [CONSENT_TEXT_VERSION]: WORDS[CONSENT_TEXT_VERSION] });
});
