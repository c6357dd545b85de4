import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { connect, request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

const LIMIT = 64 * 1024;

const own = forFile(() => stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Guaraná' }]));
const server = forFile(() => own.serve());

const errorOf = (body: Buffer) => JSON.parse(body.toString()) as ErrorAnswer;

describe('a malformed path', () => {
  it.each([
    '/api/slug/%E0%A4%A',
    '/api/slug/%',
    '/api/search/%ZZ/',
    '/api/search/%00/',
    '//api/search/%E0',
    '/api/?lang=%E0',
    '*',
    '/api/slug/%00',
    '/api/slug/%2500',
  ])('is invalid input: %s', async (path) => {
    const { status, body } = await request(server.url, path, { headers: { 'accept-language': 'de' } });
    expect(status).toBe(400);
    expect(errorOf(body)).toEqual({
      code: 'invalid_input',
      detail: 'Einige Angaben sind ungültig. Bitte prüfen Sie die markierten Felder.',
      message: 'Einige Angaben sind ungültig. Bitte prüfen Sie die markierten Felder.',
    });
  });

  it('is reported in the language of ?lang= too', async () => {
    const { body } = await request(server.url, '/api/slug/%E0?lang=en-US', { headers: { 'accept-language': 'de' } });
    expect(errorOf(body).detail).toBe('Some values are not valid. Please check the marked fields.');
  });
});

describe('a malformed page address', () => {
  it.each([
    ['/%C3', 'pt-BR'],
    ['/search/%E0%A4%A', 'pt-BR'],
    ['/de/search/%E0%A4%A', 'de-DE'],
    ['/en/search/%00', 'en-US'],
    ['/en/search/%2500?sort=name', 'en-US'],
    ['/de/search/a%0Ab', 'de-DE'],
    ['/de/search?q=%E0', 'de-DE'],
    ['/media/%00', 'pt-BR'],
  ])('shows the 404 page in its language: %s', async (path, lang) => {
    const { status, headers, body } = await request(server.url, path, { headers: { 'accept-language': 'fr' } });
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['content-security-policy']).toBeDefined();
    expect(body.toString()).toContain(`<html lang="${lang}"`);
  });

  it('accepts no form', async () => {
    expect((await request(server.url, '/%C3', { method: 'POST', body: 'x' })).status).toBe(405);
  });
});

describe('an unknown API address', () => {
  it.each(['/api/search/coco%0A/', '/api/search/a%0Ab', '/api/nada%0A', '/api/404'])(
    'answers in JSON: %s',
    async (path) => {
      const { status, body } = await request(server.url, path);
      expect(status).toBe(404);
      expect(errorOf(body).code).toBe('not_found');
    },
  );
});

describe('a search for dots and slashes', () => {
  it.each(['.', '..', '...', '/', '//', '../..', './', '%2e%2e', '..\\', '/..'])('finds nothing: %s', async (term) => {
    const sent = await request(server.url, `/de/search?q=${encodeURIComponent(term)}`);
    const { location } = sent.headers;
    const { status, body } = location ? await request(server.url, new URL(location, server.url).pathname) : sent;
    expect(status).toBe(200);
    expect(body.toString()).toContain(`<h1>Suche: ${term}</h1>`);
    expect(body.toString()).toContain(`Zu „${term}“ haben wir nichts gefunden`);
  });
});

describe('an unusual path', () => {
  it.each([
    ['/api/slug/guaran%61', 200],
    ['/api/slug/%67uarana', 200],
    ['/%61pi/', 200],
    ['//api/', 200],
    ['/api/search//', 200],
    ['/api//stock//?limit=1', 200],
    ['/api/slug/%25E0%25A4%25A', 404],
    ['/api/slug/..%2f..%2fguarana', 404],
    ['/api/slug/%F0%9F%98%80', 404],
    [`/api/slug/${'a'.repeat(5000)}`, 404],
    ['/api/;a=b', 404],
  ])('%s gets the status %i like any other path', async (path, expected) => {
    expect((await request(server.url, path)).status).toBe(expected);
  });

  it.each([
    '/media/../shop.db',
    '/media/%2e%2e/shop.db',
    '/media/..%2fshop.db',
    '/media/%2e%2e%2fshop.db',
    '/../../package.json',
    '/_astro/..%2f..%2fserver/entry.mjs',
    '/..%5c..%5cpackage.json',
    '/site.json',
    '/index.html.br',
  ])('%s does not leave its folder', async (path) => {
    const { status, body } = await request(server.url, path);
    expect(status).toBe(404);
    expect(body.toString()).toMatch(/^<!doctype html>/i);
  });
});

describe('a large body', () => {
  it('is refused with 413 because of its announced length, before it arrives', async () => {
    const socket = await connect(server.url);
    socket.write(`POST /api/ HTTP/1.1\r\nHost: shop\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`);
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    await until('the answer', () => answer.includes('"code":"payload_too_large"'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('is accepted up to 64 KiB', async () => {
    expect((await request(server.url, '/api/', { method: 'POST', body: 'x'.repeat(LIMIT) })).status).toBe(405);
  });
});

describe('the Host header of a request', () => {
  const answerTo = async (hosts: string[], path: string) => {
    const socket = await connect(server.url);
    socket.write(
      `GET ${path} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    await once(socket, 'end');
    return answer;
  };

  it.each([
    [['a@b']],
    [['a b']],
    [['shop/x']],
    [['shop?x']],
    [['[::']],
    [['shop:99999']],
    [['']],
    [['shop.example', 'other.example']],
  ])('is refused with the hosts %j before any URL is built from it', async (hosts) => {
    for (const path of ['/de/login', '/de', '/api/health/', '/media/a.webp']) {
      const answer = await answerTo(hosts, path);
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer, path).toContain('x-content-type-options: nosniff');
      expect(answer, path).toContain('"code":"invalid_input"');
    }
    expect(server.log()).not.toContain('"level":50');
  });

  it.each(['shop.example', 'shop.example:443', 'my_shop:4321', '[::1]:4321', '127.0.0.1', 'xn--mller-kva.example'])(
    'may be %s',
    async (host) => {
      expect(await answerTo([host], '/de/login')).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

describe('the server', () => {
  it('answers HEAD for a missing picture as it answers GET', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await request(server.url, '/media/nothing.webp', { method })).status, method).toBe(404);
  });

  it('ignores ranges, even invalid ones', async () => {
    for (const range of ['bytes=0-2', 'bytes=5-2', 'bytes=-9', 'lines=1', 'bytes=99999999-']) {
      const { status, headers, body } = await request(server.url, '/favicon.svg', { headers: { range } });
      expect(status, range).toBe(200);
      expect(body.length, range).toBe(Number(headers['content-length']));
    }
  });

  it('refuses headers that are larger than 16 KiB', async () => {
    expect((await request(server.url, '/api/', { headers: { cookie: 'a'.repeat(17_000) } })).status).toBe(431);
  });

  it('redirects to no other host', async () => {
    for (const path of [
      '//evil.example/',
      '//evil.example/%2e%2e',
      '/%2F%2Fevil.example/..',
      '/search?q=//evil.example',
    ]) {
      const { headers } = await request(server.url, path);
      expect(headers.location ?? '/', path).toMatch(/^\/(?!\/)/);
    }
  });
});
