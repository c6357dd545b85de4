import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { logged } from '../../support/shops/server.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop([{ cod_catalog: 'BEB-001' }]));
const server = forFile(() => own.serve({ LOG_LEVEL: 'error' }));

beforeAll(async () => {
  await own.ctx.db.read.schema.alterTable('products').renameTo('lost').execute();
});

const CALLS = [
  '/api/',
  '/api/stock/',
  '/api/category/bebidas',
  '/api/search/x/',
  '/api/slug/x',
  '/api/availability/?ids=1',
];

describe('an internal error', () => {
  it.each(CALLS)('is reported by %s in the request’s language, without internal details', async (path) => {
    const { status, headers, body } = await request(server.url, path, { headers: { 'accept-language': 'en' } });
    expect(status).toBe(500);
    const text = 'Something went wrong on our side. Please try again in a moment.';
    expect(JSON.parse(body.toString())).toEqual({
      code: 'server_error',
      detail: text,
      message: text,
    } satisfies ErrorAnswer);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/search/x', 'pt-BR', 'Algo deu errado do nosso lado', '/'],
    ['/de/search/x', 'de-DE', 'Bei uns ist etwas schiefgegangen', '/de'],
    ['/en/search/x', 'en-US', 'Something went wrong on our side', '/en'],
  ])('is shown by the page %s in its language, with a way on and an error number', async (path, lang, title, home) => {
    const { status, headers, body } = await request(server.url, path);
    const html = body.toString();
    expect(status).toBe(500);
    expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-language']).toBe(lang);
    expect(headers['content-security-policy']).toMatch(/style-src[^;]* 'sha256-/);
    expect(html).toContain(`<html lang="${lang}"`);
    expect(html).toContain(title);
    expect(html).toContain(`href="${home}"`);
    expect(html).toContain(`action="${home === '/' ? '' : home}/search"`);
    expect(html).toContain(`href="${home === '/' ? '' : home}/contact"`);
    expect(html).toContain(`<code>${String(headers['x-request-id'])}</code>`);
    await logged(server, String(headers['x-request-id']));
  });

  it.each(['/search/x', '/de/search/x'])('is shown by the page %s without internal details', async (path) => {
    const { status, body } = await request(server.url, path);
    expect(status).toBe(500);
    expect(body.toString()).not.toMatch(
      /products|select|sqlite|postgres|relation|node_modules|\/src\/|\bat .*:\d+:\d+|Error:/i,
    );
  });

  it('is logged with its cause', () => {
    const [entry] = server
      .log()
      .split('\n')
      .filter((line) => line.includes('request failed'))
      .map(
        (line) => JSON.parse(line) as { err: { message: string; stack: string }; path: string; req: { id: string } },
      );
    expect(entry?.path).toBe('/api/');
    expect(entry?.err.message).toMatch(/products/);
    expect(entry?.req.id).toMatch(/^[0-9a-f]{12}$/);
  });

  it('ends with its cause, without a restart', async () => {
    await own.ctx.db.read.schema.alterTable('lost').renameTo('products').execute();
    expect((await request(server.url, '/api/')).status).toBe(200);
  });
});
