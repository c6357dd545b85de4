import { describe, expect, it } from 'vitest';
import { call, type ErrorAnswer, type ProductDetail } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const SUBTITLE = { pt: 'Refrigerante de guaraná', de: 'Limonade mit Guaraná', en: 'Guaraná soft drink' };

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());

async function subtitles(query: string, headers: Record<string, string> = {}) {
  const answer = await call(server.url, `/api/${query}`, headers);
  return { ...answer, subtitles: Object.fromEntries(answer.body.products.map((p) => [p.cod_catalog, p.subtitle])) };
}

describe('the language of texts', () => {
  it.each([
    ['?lang=de-DE', SUBTITLE.de, 'de-DE'],
    ['?lang=de', SUBTITLE.de, 'de-DE'],
    ['?lang=en_US', SUBTITLE.en, 'en-US'],
    ['?lang=PT-br', SUBTITLE.pt, 'pt-BR'],
    ['?lang=fr', SUBTITLE.pt, 'pt-BR'],
    ['?lang=', SUBTITLE.pt, 'pt-BR'],
    ['', SUBTITLE.pt, 'pt-BR'],
  ])('follows "%s"', async (query, subtitle, locale) => {
    const answer = await subtitles(query);
    expect(answer.subtitles['BEB-001']).toBe(subtitle);
    expect(answer.headers.get('content-language')).toBe(locale);
  });

  it.each([
    ['de-DE', SUBTITLE.de],
    ['de-AT,de;q=0.9,en;q=0.8', SUBTITLE.de],
    ['en-GB', SUBTITLE.en],
    ['pt-PT', SUBTITLE.pt],
    ['en;q=0.2, de;q=0.7, pt;q=0.4', SUBTITLE.de],
    ['fr-FR, en;q=0.5', SUBTITLE.en],
    ['de;q=0, en;q=0.1', SUBTITLE.en],
    ['fr', SUBTITLE.pt],
    ['*', SUBTITLE.pt],
    ['*, de;q=0.1', SUBTITLE.de],
    ['', SUBTITLE.pt],
    [';;;q=,,x', SUBTITLE.pt],
  ])('follows Accept-Language "%s"', async (header, subtitle) => {
    const answer = await subtitles('', { 'accept-language': header });
    expect(answer.subtitles['BEB-001']).toBe(subtitle);
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-language');
  });

  it('prefers ?lang= to Accept-Language', async () => {
    expect((await subtitles('?lang=en-US', { 'accept-language': 'de' })).subtitles['BEB-001']).toBe(SUBTITLE.en);
  });

  it('follows Accept-Language when ?lang= names an unsupported language', async () => {
    expect((await subtitles('?lang=xx', { 'accept-language': 'de' })).subtitles['BEB-001']).toBe(SUBTITLE.de);
  });

  it.each(['/api/stock/', '/api/category/bebidas', '/api/search/', '/api/search/guarana/'])(
    'applies to %s',
    async (path) => {
      const { body } = await call(server.url, `${path}?lang=de`);
      expect(body.products[0]?.subtitle).toBe(SUBTITLE.de);
    },
  );
});

describe('a missing translation', () => {
  it('is shown in English', async () => {
    expect((await subtitles('?lang=de')).subtitles['BEB-002']).toBe('Straight from the coconut');
  });

  it('is shown in Portuguese when there is no English either', async () => {
    expect((await subtitles('?lang=de')).subtitles['BEB-003']).toBe('Destilado de cana');
    expect((await subtitles('?lang=en')).subtitles['BEB-003']).toBe('Destilado de cana');
  });

  it('is empty when no language has the text', async () => {
    expect((await subtitles('?lang=de')).subtitles['GRA-001']).toBe('');
  });

  it('falls back in the same way in the rich text and the subtitle', async () => {
    const info = async (lang: string) =>
      (await call<ProductDetail>(server.url, `/api/slug/guarana-antarctica-lata?lang=${lang}`)).body.product.info;
    expect(await info('de')).toContain('Limonade');
    expect(await info('en')).toContain('refrigerante');
  });
});

describe('error messages', () => {
  it.each([
    ['?lang=de', {}, 'Nicht gefunden.'],
    ['', { 'accept-language': 'en' }, 'Not found.'],
    ['', {}, 'Não encontrado.'],
  ])('are in the language of %s %o', async (query, headers, text) => {
    const { body } = await call<ErrorAnswer>(server.url, `/api/slug/nada${query}`, headers as Record<string, string>);
    expect(body).toEqual({ code: 'not_found', detail: text, message: text });
  });
});
