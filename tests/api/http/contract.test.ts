import { beforeAll, describe, expect, it } from 'vitest';
import { answerChecker, readDocument, toChecker, type OpenApiDocument } from '../../support/texts/openapi.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());
let document: OpenApiDocument;

beforeAll(async () => {
  document = await readDocument(server.url);
});

/** A documented path and addresses that make it answer with every status that it has without a session. */
const SAMPLES: [path: string, address: string, status: number][] = [
  ['/api/', '/api/', 200],
  ['/api/', '/api/?limit=0', 400],
  ['/api/stock/', '/api/stock/?lang=de', 200],
  ['/api/stock/', '/api/stock/?offset=-1', 400],
  ['/api/category/{categoryName}', '/api/category/bebidas', 200],
  ['/api/category/{categoryName}', '/api/category/bebidas?limit=x&offset=x', 400],
  ['/api/category/{categoryName}', '/api/category/nada', 404],
  ['/api/search/', '/api/search/', 200],
  ['/api/search/', '/api/search/?limit=251', 400],
  ['/api/search/{searchTerm}/', '/api/search/coco/', 200],
  ['/api/search/{searchTerm}/', '/api/search/coco/?limit=251', 400],
  ['/api/slug/{slug}', '/api/slug/agua-de-coco', 200],
  ['/api/slug/{slug}', '/api/slug/palmito-em-conserva', 200],
  ['/api/slug/{slug}', '/api/slug/nada', 404],
  ['/api/availability/', '/api/availability/?ids=1,2,3', 200],
  ['/api/availability/', '/api/availability/', 400],
  ['/api/paypal-client-id/', '/api/paypal-client-id/', 200],
  ['/api/maintenance_mode/', '/api/maintenance_mode/', 200],
  ['/api/csrf_token/', '/api/csrf_token/', 200],
  ['/api/health/', '/api/health/', 200],
  ['/api/ready/', '/api/ready/', 200],
];

describe('API responses', () => {
  it.each(SAMPLES)('of %s match the contract: %s', async (path, address, status) => {
    const response = await fetch(server.url + address);
    expect(response.status).toBe(status);
    const checked = answerChecker(document, path, status).safeParse(await response.json());
    expect(checked.error?.issues ?? []).toEqual([]);
  });

  it('with a field outside the contract are detected', async () => {
    const body = (await (await fetch(`${server.url}/api/`)).json()) as { products: object[] };
    const checker = answerChecker(document, '/api/', 200);
    expect(checker.safeParse({ ...body, extra: 1 }).success).toBe(false);
    expect(
      checker.safeParse({ ...body, products: body.products.map((product) => ({ ...product, extra: 1 })) }).success,
    ).toBe(false);
  });

  it('of a server that is not ready match the contract', async () => {
    await own.ctx.db.read.schema.alterTable('catalogue_state').renameTo('lost').execute();
    const response = await fetch(`${server.url}/api/ready/`);
    expect(response.status).toBe(503);
    expect(answerChecker(document, '/api/ready/', 503).safeParse(await response.json()).success).toBe(true);
    await own.ctx.db.read.schema.alterTable('lost').renameTo('catalogue_state').execute();
  });
});

describe('the OpenAPI document', () => {
  const METHODS = ['get', 'put', 'post', 'delete'];
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );

  it('is OpenAPI 3.1 with a title, a version and the shop’s address', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toEqual({ title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(document.servers).toEqual([{ url: own.env.SITE_URL }]);
    expect(
      Object.keys(document).every((key) =>
        ['openapi', 'info', 'servers', 'paths', 'components', 'tags', 'security'].includes(key),
      ),
    ).toBe(true);
  });

  it('declares exactly the parameters in each path, all required', () => {
    for (const { path, method, operation } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name).sort(), `${method} ${path}`).toEqual(named.sort());
      expect(declared.every(({ required }) => required === true)).toBe(true);
    }
  });

  it('names no parameter twice', () => {
    for (const { path, operation } of operations()) {
      const names = (operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size, path).toBe(names.length);
    }
  });

  it('gives every operation an HTTP method and responses with status and description', () => {
    for (const { path, method, operation } of operations()) {
      expect(METHODS, path).toContain(method);
      const answers = Object.entries(operation.responses ?? {});
      expect(answers.length, path).toBeGreaterThan(0);
      for (const [status, answer] of answers) {
        expect(status, path).toMatch(/^[1-5]\d\d$/);
        expect(answer.description, path).toEqual(expect.stringMatching(/\w/));
      }
    }
  });

  it('contains only valid schemas without broken references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference ?? '',
    );
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '');
    }
    const inAnswers = operations().flatMap(({ operation }) => [
      ...Object.values(operation.responses ?? {}).flatMap((answer) => Object.values(answer.content ?? {})),
      ...Object.values(operation.requestBody?.content ?? {}),
      ...(operation.parameters ?? []),
    ]);
    for (const { schema } of inAnswers) expect(() => toChecker(document, schema ?? {})).not.toThrow();
  });
});
