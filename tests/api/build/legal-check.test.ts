import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshShop, type FreshShop } from '../../support/fresh-shop.ts';
import { shopHere } from '../../support/shop-here.ts';

let own: FreshShop;
beforeAll(async () => {
  own = await freshShop();
});
afterAll(() => own?.dispose());

it('`legal check` lists exactly what the owner of the demo still has to supply, with what to do about it', async () => {
  const { code, stdout } = await shopHere(['legal', 'check'], own.env);
  expect(code).toBe(0);
  const [imprint = '', others = '', drafts = '', end] = stdout.trim().split('\n\n');
  const facts = (part: string) => [...part.matchAll(/^ {2}([a-z]+\.\w+): \w/gm)].map(([, name]) => name);
  expect(facts(imprint)).toEqual([
    ...['name', 'legalForm', 'representative', 'street', 'postalCode', 'city', 'register', 'vatId'].map((name) => `company.${name}`),
    ...['contact.email', 'contact.phone'],
  ]);
  expect(facts(others)).toEqual([
    ...['registers.lucid', 'registers.dpg', 'registers.eudr', 'contact.whatsapp'],
    ...['privacy.hosting', 'privacy.mailService', 'privacy.authority', 'shipping.carrier'],
  ]);
  expect(others).toContain('lucid.verpackungsregister.org');
  expect(drafts.match(/src\/content\/legal\/\S+\.md/g)).toHaveLength(18);
  expect(end).toBe('18 facts and 18 texts are open');
  expect(stdout).not.toContain('undefined');
});
