import { describe, expect, it } from 'vitest';
import { shownResult } from '#src/desk/search-result/shown-result.ts';

const FIELDS = {
  whole: 'seo_title_de',
  title: 'label_de',
  descriptions: ['seo_description_de', 'subtitle_de'],
  otherwise: { title: 'Getränke', description: 'Alles.' },
  shop: 'Laden',
};
const shown = (values: Record<string, string>) => shownResult(FIELDS, (name) => values[name] ?? '');

describe('a search result beside a form', () => {
  it('shows what the page says by itself while all fields are empty', () => {
    expect(shown({})).toMatchObject({ title: 'Getränke · Laden', description: 'Alles.' });
  });

  it('shows the worded title without the shop’s name, and the first description that is not empty', () => {
    const own = { label_de: 'Säfte', subtitle_de: 'Süß.' };
    expect(shown(own)).toMatchObject({ title: 'Säfte · Laden', description: 'Süß.' });
    const worded = { ...own, seo_title_de: 'Säfte kaufen', seo_description_de: 'Kalt.' };
    expect(shown(worded)).toMatchObject({ title: 'Säfte kaufen', description: 'Kalt.' });
  });

  it('says what search engines cut off', () => {
    expect(shown({ seo_title_de: 'a'.repeat(60), seo_description_de: 'b'.repeat(155) })).toMatchObject({
      isTitleLong: false,
      isDescriptionLong: false,
    });
    expect(shown({ seo_title_de: 'a'.repeat(61), seo_description_de: 'b'.repeat(156) })).toMatchObject({
      isTitleLong: true,
      isDescriptionLong: true,
    });
  });
});
