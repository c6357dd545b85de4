import { describe, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve());

describe('a missing page', () => {
  it.each([
    ['/nao-existe', 'pt-BR', 'Página não encontrada'],
    ['/nao-existe/', 'pt-BR', 'Página não encontrada'],
    ['/de/fehlt', 'de-DE', 'Seite nicht gefunden'],
    ['/en/product/missing', 'en-US', 'Page not found'],
    ['/fr/', 'pt-BR', 'Página não encontrada'],
    ['/fr/search/coco', 'pt-BR', 'Página não encontrada'],
    ['/category/nada', 'pt-BR', 'Página não encontrada'],
    ['/category/bebidas/999', 'pt-BR', 'Página não encontrada'],
    ['/_astro/missing.js', 'pt-BR', 'Página não encontrada'],
    ['/_image', 'pt-BR', 'Página não encontrada'],
    ['/_image/?href=%2Ffavicon.svg&w=9&f=webp', 'pt-BR', 'Página não encontrada'],
    ['/%5Fimage?href=https%3A%2F%2Fshop.example%2Fa.png', 'pt-BR', 'Página não encontrada'],
    ['//_image?href=%2F_astro%2Fa.png', 'pt-BR', 'Página não encontrada'],
    ['/_server-islands', 'pt-BR', 'Página não encontrada'],
    ['/_server-islands/Card?e=default&p=&s=%7B%7D', 'pt-BR', 'Página não encontrada'],
    ['/_actions/any', 'pt-BR', 'Página não encontrada'],
    ['/404', 'pt-BR', 'Página não encontrada'],
    ['/404.html', 'pt-BR', 'Página não encontrada'],
    ['/de/404/', 'de-DE', 'Seite nicht gefunden'],
    ['/maintenance', 'pt-BR', 'Página não encontrada'],
    ['/en/server-error.html', 'en-US', 'Page not found'],
    ['/en/too-many-pages', 'en-US', 'Page not found'],
  ])('is answered with status 404 in the language of %s', async (path, lang, title) => {
    const { status, headers, body } = await request(server.url, path, { headers: { 'accept-language': 'fr' } });
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/);
    expect(body.toString()).toContain(`<html lang="${lang}"`);
    expect(body.toString()).toMatch(new RegExp(`<title>${title}`));
    expect(body.toString()).toContain('<meta name="robots" content="noindex">');
  });

  it('is never cached, and does not match the ETag of another page', async () => {
    const { headers } = await request(server.url, '/nao-existe');
    expect(headers['cache-control']).toBe('no-store');
    const again = await request(server.url, '/nao-existe', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(again.status).toBe(404);
    expect(again.body.length).toBeGreaterThan(0);
  });

  it('accepts no form', async () => {
    for (const path of ['/_server-islands/Card', '/_image', '/_actions/any'])
      expect((await request(server.url, path, { method: 'POST', body: '{}' })).status, path).toBe(405);
  });

  it('answers HEAD with 404 as well', async () => {
    const { status, body } = await request(server.url, '/nao-existe', { method: 'HEAD' });
    expect(status).toBe(404);
    expect(body).toHaveLength(0);
  });
});
