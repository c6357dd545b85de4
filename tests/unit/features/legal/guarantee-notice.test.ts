import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noticeFile, noticeHref, noticePicture } from '#src/features/legal/guarantee-notice.ts';
import { translator } from '#src/i18n/translate.ts';
import { drawNotice } from '../../../support/texts/notice-picture.ts';
import { DEMO_LOCALES } from '../../../support/texts/demo-languages.ts';

/** As published with the Commission's files. */
const DIGESTS = {
  'legal-guarantee-notice-de.svg': 'fd39364dbe42fa775ff55fb9b7aa80c377a5d04219929fef86a8522eed486b1a',
  'legal-guarantee-notice-en.svg': 'd1b4293b75637022b582b3025f789d292e1c845660a0460d855bbe523b9763f7',
  'legal-guarantee-notice-pt.svg': '9069bb0bc5e9f3cf655579038be5646181cc5447a25f3f8ccf2d018eacba0ac1',
};

/** Each language's transcript, its short text and its link, as they were read from the artwork. */
const official = Object.fromEntries(
  readFileSync('tests/support/official/guarantee-notice.md', 'utf8')
    .split('\n## ')
    .slice(1)
    .map((part) => [part.slice(0, 2), part]),
);

it('the artwork of the guarantee notice is the European Commission’s, unaltered', () => {
  const digests = Object.keys(DIGESTS).map((name) => {
    const bytes = readFileSync(`public/notice/${name}`);
    return [name, createHash('sha256').update(bytes).digest('hex')];
  });
  expect(Object.fromEntries(digests)).toEqual(DIGESTS);
});

// Any other language shows the English notice.
describe.each(DEMO_LOCALES)('the guarantee notice in %s', (locale) => {
  const t = translator(locale);
  const [head = '', ...lines] = official[locale.slice(0, 2)]!.trim().split('\n');

  it('is the artwork of this language', () => {
    expect(noticeFile(locale)).toBe(`legal-guarantee-notice-${locale.slice(0, 2)}.svg`);
  });

  it('is attached to mails as a PNG file of at most 100 KB with the same drawing', async () => {
    const file = `public/notice/${noticePicture(locale)}`;
    expect(statSync(file).size).toBeLessThan(100_000);
    const [drawn, mailed] = await Promise.all([
      drawNotice(locale.slice(0, 2)).removeAlpha().raw().toBuffer(),
      sharp(file).removeAlpha().raw().toBuffer(),
    ]);
    expect(mailed.length).toBe(drawn.length);
    let widest = 0;
    let sum = 0;
    for (let at = 0; at < drawn.length; at++) {
      const difference = Math.abs(drawn[at]! - mailed[at]!);
      widest = Math.max(widest, difference);
      sum += difference;
    }
    // Only the edges of letters have fewer shades.
    expect([widest < 80, sum / drawn.length < 2]).toEqual([true, true]);
  });

  it('has the artwork’s words as text, and links to the address printed on it', () => {
    expect(t('legal:guarantee.text').split('\n')).toEqual(lines);
    expect(head).toContain(`"${t('legal:guarantee.alt')}"`);
    expect(head).toContain(noticeHref(t('legal:guarantee.address')));
    expect(lines).toContain(t('legal:guarantee.address'));
  });
});
