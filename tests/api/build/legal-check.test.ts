import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { productRow, writeCatalogue } from '../../support/catalogue/catalogue.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

let own: FreshShop;
beforeAll(async () => {
  own = await freshShop();
});
afterAll(() => own?.dispose());

it('`legal check` lists exactly the facts that the owner of the demo still has to supply, with what to do about each', async () => {
  const { code, stdout } = await shopHere(['legal', 'check'], own.env);
  expect(code).toBe(0);
  const parts = stdout.trim().split('\n\n');
  const [imprint = '', others = '', products = '', due = '', drafts = ''] = parts;
  const facts = (part: string) => [...part.matchAll(/^ {2}([a-z]+\.\w+): \w/gm)].map(([, name]) => name);
  expect(facts(imprint)).toEqual([
    ...['name', 'legalForm', 'representative', 'street', 'postalCode', 'city', 'register', 'vatId'].map(
      (name) => `company.${name}`,
    ),
    ...['contact.email', 'contact.phone'],
  ]);
  expect(facts(others)).toEqual([
    ...['registers.lucid', 'registers.dpg', 'registers.divid', 'contact.whatsapp'],
    ...['privacy.hosting', 'privacy.mailService', 'privacy.authority', 'shipping.carrier'],
  ]);
  expect(others).toContain('lucid.verpackungsregister.org');
  // Each line names the columns, how many products lack them, and what to do.
  const [heading, ...lines] = products.split('\n');
  const [, ...dueLines] = due.split('\n');
  expect(dueLines.length).toBeGreaterThan(3);
  const locked = /^(\d+) of \d+ products/.exec(heading!)?.[1];
  expect((await shopHere(['catalogue', 'check'], own.env)).stdout).toContain(`\n${locked} products must not be sold`);
  expect(lines.length).toBeGreaterThan(10);
  for (const line of [...lines, ...dueLines]) expect(line).toMatch(/^ {2}[a-z_, ]+ \(\d+\): [A-Z].+\.$/);
  expect(products).toContain('inci (');
  expect(products).not.toMatch(/^ {2}importer/m);
  expect(drafts.match(/src\/content\/legal\/\S+\.md/g)).toHaveLength(18);
  // The calendar's part before the last line depends on the day.
  expect(parts.at(-1)).toBe(`Open: 18 facts of the company, ${locked} products, 18 texts`);
  expect(stdout).not.toContain('undefined');
});

it('`legal check` asks for the number of the deposit system once the shop sells drinks with a single-use deposit', async () => {
  const content = path.join(own.env.DATA_DIR!, 'content');
  for (const name of ['legal', 'search', 'slides', 'shop.yaml'])
    cpSync(path.join('src/content', name), path.join(content, name), { recursive: true });
  const file = path.join(content, 'shop.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/dpg: .*/, "dpg: ''"));
  const check = async (deposit: string) => {
    writeCatalogue(path.join(content, 'catalogue'), [productRow({ cod_catalog: 'BEB-001', deposit })]);
    return (await shopHere(['legal', 'check'], { ...own.env, CONTENT_DIR: content })).stdout;
  };
  expect(await check('')).not.toContain('registers.dpg');
  expect(await check('0.25')).toContain('registers.dpg: write the number from your contract with DPG');
});
